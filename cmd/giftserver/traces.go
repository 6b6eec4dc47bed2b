package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"giftserver/internal/mcp"
)

// traces make a span of each request, by the semantic conventions of OpenTelemetry for MCP. A span tells what kind of
// request it was and what kind of answer it got, never what was asked or answered: not even the texts of errors, which
// quote arguments. A nil *traces makes none.
type traces struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
	network  attribute.KeyValue
}

// flushTimeout is how long a collector has at the end to take what is left, within the time that a stop may take.
const flushTimeout = 500 * time.Millisecond

// newTraces makes the traces that the variables of OpenTelemetry ask for, nil if they ask for none. Which are kept, the
// library reads from the same variables.
func newTraces(ctx context.Context, p *program, c *config) (*traces, error) {
	if wanted, err := tracesWanted(p.env); !wanted {
		return nil, err
	}
	collector, err := newCollector(p.env)
	if err != nil {
		return nil, err
	}
	exporter, err := otlptrace.New(ctx, collector)
	if err != nil {
		return nil, fmt.Errorf("exporting traces: %w", err)
	}
	about, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithAttributes(
		attribute.String("service.name", "giftserver"), attribute.String("service.version", version),
	), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("describing this service to OpenTelemetry: %w", err)
	}
	log := p.logger(c)
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces can't be exported", "error", err) }))
	network := "pipe"
	if c.addr != "" {
		network = "tcp"
	}
	return tracing(sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about)), network), nil
}

// tracing makes traces that go to a provider.
func tracing(provider *sdktrace.TracerProvider, network string) *traces {
	tracer := provider.Tracer("giftserver", trace.WithInstrumentationVersion(version))
	return &traces{provider, tracer, attribute.String("network.transport", network)}
}

// tracesWanted reads the variables that say whether there are traces at all.
func tracesWanted(env func(string) (string, bool)) (bool, error) {
	value := func(name string) string { v, _ := env(name); return v }
	exporter := value("OTEL_TRACES_EXPORTER")
	switch {
	case value("OTEL_SDK_DISABLED") == "true", exporter == "none":
		return false, nil
	case exporter == "" && value("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && value("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "":
		return false, nil
	case exporter != "" && exporter != "otlp":
		return false, fmt.Errorf("OTEL_TRACES_EXPORTER: want otlp or none, got %q", exporter)
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"} {
		if protocol := value(name); protocol != "" && protocol != "http/protobuf" {
			return false, fmt.Errorf("%s: want http/protobuf, got %q", name, protocol)
		}
	}
	return true, nil
}

// close sends what is left.
func (t *traces) close() {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		otel.Handle(err)
	}
}

// Began begins the span of a request.
func (t *traces) Began(ctx context.Context, r mcp.Observed) (context.Context, func(mcp.Outcome)) {
	about := append(make([]attribute.KeyValue, 0, 4),
		attribute.String("mcp.method.name", r.Method), attribute.String("jsonrpc.request.id", r.ID), t.network)
	if r.Session != "" {
		about = append(about, attribute.String("mcp.session.id", r.Session))
	}
	ctx, linked := joined(ctx, r)
	ctx, span := t.tracer.Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(about...), linked)
	return ctx, func(o mcp.Outcome) {
		end(span, r.Method, o)
	}
}

// Refused makes no span: what is no request has no time and belongs to no trace.
func (*traces) Refused(string, mcp.Outcome) {}

// joined continues the trace that the message names; only if it names none, that of the HTTP request. Where both are
// given, the latter is linked, as the conventions want it.
func joined(ctx context.Context, r mcp.Observed) (context.Context, trace.SpanStartOption) {
	message, request := spanOf(r.Meta), spanOf(r.Header)
	switch {
	case !message.IsValid():
		return trace.ContextWithRemoteSpanContext(ctx, request), trace.WithLinks()
	case !request.IsValid():
		return trace.ContextWithRemoteSpanContext(ctx, message), trace.WithLinks()
	}
	return trace.ContextWithRemoteSpanContext(ctx, message), trace.WithLinks(trace.Link{SpanContext: request})
}

// spanOf reads a trace context. One that is not in order counts as none.
func spanOf(c mcp.TraceContext) trace.SpanContext {
	if c.Parent == "" {
		return trace.SpanContext{}
	}
	carrier := propagation.MapCarrier{"traceparent": c.Parent, "tracestate": c.State}
	return trace.SpanContextFromContext(propagation.TraceContext{}.Extract(context.Background(), carrier))
}

// end ends a span with what came of its request.
func end(span trace.Span, method string, o mcp.Outcome) {
	defer span.End()
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(attribute.String("mcp.protocol.version", o.Revision))
	if o.Target != "" {
		span.SetName(method + " " + o.Target)
		span.SetAttributes(target(method, o.Target)...)
	}
	if kind := errorType(o); kind != "" {
		span.SetAttributes(attribute.String("error.type", kind))
		span.SetStatus(codes.Error, "")
	}
	if o.Code != 0 {
		span.SetAttributes(attribute.String("rpc.response.status_code", strconv.Itoa(int(o.Code))))
	}
}

// target names the tool or the prompt that a request was about.
func target(method, name string) []attribute.KeyValue {
	if method != "tools/call" {
		return []attribute.KeyValue{attribute.String("gen_ai.prompt.name", name)}
	}
	return []attribute.KeyValue{attribute.String("gen_ai.tool.name", name), attribute.String("gen_ai.operation.name", "execute_tool")}
}

// errorType is the error.type of an outcome, "" for none: the code of the error that was sent, else a word.
func errorType(o mcp.Outcome) string {
	switch {
	case o.Code != 0:
		return strconv.Itoa(int(o.Code))
	case o.Kind == mcp.Failed:
		return "tool_error"
	case o.Kind == mcp.Cancelled:
		return mcp.Cancelled
	}
	return ""
}
