# Run make without a target to see what there is.

GO      ?= go
BUILD   := CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w $(if $(VERSION),-X main.version=$(VERSION))"
LINT    := $(GO) tool -modfile=tools/go.mod golangci-lint

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: build ## build and serve at http://127.0.0.1:8080/mcp
	dist/giftserver serve

.PHONY: build
build: ## build dist/giftserver
	$(BUILD) -o dist/giftserver ./cmd/giftserver

.PHONY: test
test: ## run every Go test
	$(GO) test -shuffle=on ./...

.PHONY: race
race: ## run every Go test under the race detector (needs a C compiler)
	$(GO) test -race -shuffle=on ./...

.PHONY: golden
golden: ## rewrite the golden files of what a model sees; review the diff
	$(GO) test ./internal/tools -update

# Now and then the end of the time counts as a failure (golang.org/issue/75804), hence the second try. What a
# first one has found is a seed of the second.
.PHONY: fuzz
fuzz: ## fuzz every parser for FUZZTIME each
	@set -e; for package in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
	    try="$(GO) test -run ^$$ -fuzz ^$$target\$$ -fuzztime $(FUZZTIME) -fuzzminimizetime 100x $$package"; \
	    $$try || $$try; \
	  done; \
	done
FUZZTIME ?= 20s

.PHONY: lint
lint: ## check style and the usual mistakes
	$(LINT) run --allow-parallel-runners
	$(GO) mod tidy -diff
	cd test/clients && $(GO) vet ./... && $(GO) mod tidy -diff

.PHONY: format
format: ## format the Go files
	$(LINT) fmt

.PHONY: e2e
e2e: build ## run the official conformance suite, the official clients and a browser against the built binary (needs Node and Chromium)
	$(BUILD) -o dist/conformance ./test/conformance
	$(BUILD) -o dist/touch ./test/touch
	cd test/conformance && npm ci --no-audit --no-fund && npm test && node schemas.mjs ../../dist/schemas
	MCP_SCHEMAS=$(CURDIR)/dist/schemas $(GO) test -count=1 -run TestTranscripts ./cmd/giftserver
	cd test/clients && npm ci --no-audit --no-fund && $(CLIENTS) npm test && $(CLIENTS) $(GO) test -count=1 ./...
	cd test/browser && npm ci --no-audit --no-fund && $(CLIENTS) npm test
CLIENTS := GIFTSERVER=$(CURDIR)/dist/giftserver GIFTSERVER_TOUCH=$(CURDIR)/dist/touch

.PHONY: chaos
chaos: build ## trouble the built binary with kills, load, stalled clients and broken disks (CHAOS=short in a minute)
	GIFTSERVER=$(CURDIR)/dist/giftserver $(GO) test -count=1 -parallel 4 -timeout 30m -v $(if $(filter short,$(CHAOS)),-short) ./test/chaos

.PHONY: bench
bench: ## run the Go benchmarks, without the largest catalog
	$(GO) test -short -run '^$$' -bench . -benchmem ./...

.PHONY: bench-table
bench-table: build ## print what giftserver costs beside a bare handler (BENCH="-help" lists what to take of it)
	$(GO) run ./bench table $(BENCH)

.PHONY: bench-cost
bench-cost: build ## print what authentication, metrics and traces cost
	$(GO) run ./bench cost $(BENCH)

.PHONY: bench-start
bench-start: build ## print how long a start takes, and the memory of open streams
	$(GO) run ./bench start $(BENCH)
	$(GO) run ./bench streams

.PHONY: image
image: ## build the container image giftserver
	docker build -t giftserver .
