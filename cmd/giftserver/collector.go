package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// A collector takes traces by OTLP over HTTP, where and how the variables of OpenTelemetry say
// (https://opentelemetry.io/docs/specs/otel/protocol/exporter/). It is the client of the library's exporter. The
// library has one too, but none without gRPC, which is a fifth of a binary that every host starts.
type collector struct {
	url    *url.URL
	header http.Header
	gzip   bool
	client *http.Client
}

// The limits of one batch of spans.
const (
	collectTimeout  = 10 * time.Second // for an answer, where no variable says it
	firstRetry      = 5 * time.Second
	retryFor        = time.Minute // in all
	mostOfComplaint = 1 << 10     // bytes of what a collector says of a fault
)

// newCollector reads the variables.
func newCollector(env func(string) (string, bool)) (*collector, error) {
	c := &collector{client: &http.Client{Timeout: collectTimeout}}
	for _, read := range []func(otlpEnv) error{c.readEndpoint, c.readHeaders, c.readTimeout, c.readCompression, c.readTLS} {
		if err := read(otlpEnv{env}); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// otlpEnv looks up the variables of an exporter.
type otlpEnv struct {
	env func(string) (string, bool)
}

// of returns the variable for traces, else the one for all signals, with its name.
func (e otlpEnv) of(what string) (value, name string) {
	for _, name := range []string{"OTEL_EXPORTER_OTLP_TRACES_" + what, "OTEL_EXPORTER_OTLP_" + what} {
		if value, _ := e.env(name); strings.TrimSpace(value) != "" {
			return strings.TrimSpace(value), name
		}
	}
	return "", ""
}

// readEndpoint finds out where traces go: the variable for traces says it as it is, the other where all signals go.
func (c *collector) readEndpoint(env otlpEnv) error {
	value, name := env.of("ENDPOINT")
	u, err := url.Parse(cmp.Or(value, "http://localhost:4318"))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%s: want a URL such as http://localhost:4318, got %q", name, value)
	}
	if !strings.Contains(name, "TRACES") {
		u = u.JoinPath("v1", "traces")
	}
	c.url = u
	return nil
}

// readHeaders reads the headers that go with each batch: key=value, with commas between, the values percent-encoded.
func (c *collector) readHeaders(env otlpEnv) error {
	c.header = http.Header{"Content-Type": {"application/x-protobuf"}, "User-Agent": {"giftserver/" + version}}
	value, name := env.of("HEADERS")
	for _, pair := range splitList(value) {
		key, text, ok := strings.Cut(pair, "=")
		text, err := url.PathUnescape(strings.TrimSpace(text))
		if key = strings.TrimSpace(key); !ok || key == "" || err != nil {
			return fmt.Errorf("%s: want headers such as key=value,other=value", name) // They may be secret.
		}
		c.header.Set(key, text)
	}
	return nil
}

func (c *collector) readTimeout(env otlpEnv) error {
	value, name := env.of("TIMEOUT")
	if value == "" {
		return nil
	}
	milliseconds, err := strconv.Atoi(value)
	if err != nil || milliseconds <= 0 {
		return fmt.Errorf("%s: want milliseconds such as 10000, got %q", name, value)
	}
	c.client.Timeout = time.Duration(milliseconds) * time.Millisecond
	return nil
}

func (c *collector) readCompression(env otlpEnv) error {
	switch value, name := env.of("COMPRESSION"); value {
	case "", "none":
	case "gzip":
		c.gzip = true
		c.header.Set("Content-Encoding", value)
	default:
		return fmt.Errorf("%s: want gzip or none, got %q", name, value)
	}
	return nil
}

// readTLS reads whom to trust, and the certificate that this server shows.
func (c *collector) readTLS(env otlpEnv) error {
	var settings tls.Config
	if file, name := env.of("CERTIFICATE"); file != "" {
		pem, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		settings.RootCAs = x509.NewCertPool()
		if !settings.RootCAs.AppendCertsFromPEM(pem) {
			return fmt.Errorf("%s: %s holds no certificate in PEM", name, file)
		}
	}
	if file, name := env.of("CLIENT_CERTIFICATE"); file != "" {
		key, _ := env.of("CLIENT_KEY")
		certificate, err := tls.LoadX509KeyPair(file, key)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		settings.Certificates = []tls.Certificate{certificate}
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &settings
	c.client.Transport = transport
	return nil
}

// Start does nothing: a collector that is not there yet is no reason not to serve.
func (*collector) Start(context.Context) error { return nil }

// Stop lets go of the collector.
func (c *collector) Stop(context.Context) error {
	c.client.CloseIdleConnections()
	return nil
}

// UploadTraces sends a batch of spans, again while the collector has no time for it.
func (c *collector) UploadTraces(ctx context.Context, spans []*otlp.ResourceSpans) error {
	body, err := c.encode(spans)
	if err != nil {
		return err
	}
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval = firstRetry
	_, err = backoff.Retry(ctx, func() (struct{}, error) { return struct{}{}, c.post(ctx, body) },
		backoff.WithBackOff(pauses), backoff.WithMaxElapsedTime(retryFor))
	return err
}

// encode writes the request of the protocol. TracesData has the same form (both hold the spans as their first field),
// and can be had without the service that is made for gRPC.
func (c *collector) encode(spans []*otlp.ResourceSpans) ([]byte, error) {
	body, err := proto.Marshal(&otlp.TracesData{ResourceSpans: spans})
	if err != nil || !c.gzip {
		return body, err
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	err = w.Close()
	return packed.Bytes(), err
}

// post sends a body once. What can't be mended by sending it again comes back as a permanent error
// (https://opentelemetry.io/docs/specs/otlp/#failures-1).
func (c *collector) post(ctx context.Context, body []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url.String(), bytes.NewReader(body))
	if err != nil {
		return backoff.Permanent(err)
	}
	request.Header = c.header.Clone()
	response, err := c.client.Do(request)
	if e, ok := errors.AsType[*url.Error](err); ok && e.Timeout() {
		return err
	}
	if err != nil {
		return backoff.Permanent(err)
	}
	defer response.Body.Close()
	said, _ := io.ReadAll(io.LimitReader(response.Body, mostOfComplaint)) // Only to quote it.
	err = fmt.Errorf("the collector at %s says %s: %s", c.url.Redacted(), response.Status, said)
	switch response.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
		return nil
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		if seconds, no := strconv.Atoi(response.Header.Get("Retry-After")); no == nil && seconds > 0 {
			return fmt.Errorf("%w: %w", backoff.RetryAfter(seconds), err)
		}
		return err
	}
	return backoff.Permanent(err)
}
