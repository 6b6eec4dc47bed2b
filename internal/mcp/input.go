package mcp

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"giftserver/internal/rpc"
)

const codeMissingCapability rpc.Code = -32021 // modern only

// Limits on asking back.
const (
	keepState   = 10 * time.Minute // for a modern client to come back with the answers
	askTimeout  = 45 * time.Second // for a legacy client to answer; many give up a call after a minute
	mostRounds  = 10               // of questions in one legacy call
	mostAnswers = 100              // in one modern request
)

// InputRequired is what a tool, a resource or a prompt returns as its error when it needs more from the
// peer. It is called again, with the same arguments, when the answers are there; see [Input] and
// [State]. In the modern era the answers come with a new request, in the legacy one the server asks.
type InputRequired struct { //nolint:errname // It is a question more than an error.
	// Requests are the questions, each under a key of the caller's choice.
	Requests map[string]InputRequest

	// State comes back with the answers. The peer can read it but not change it.
	State string
}

// Error says that there is a question.
func (*InputRequired) Error() string { return "input is required" }

// An InputRequest asks the peer one thing. Method is "elicitation/create", "sampling/createMessage" or
// "roots/list"; Params are encoded as JSON.
type InputRequest struct {
	Method string `json:"method"`
	Params any    `json:"params,omitzero"`
}

// Elicit returns the question that a person answers by filling in a form. schema is a JSON Schema of a
// flat object, as the specification restricts it.
func Elicit(message string, schema jsontext.Value) InputRequest {
	return InputRequest{"elicitation/create", struct {
		Message string         `json:"message"`
		Schema  jsontext.Value `json:"requestedSchema"`
	}{message, schema}}
}

// MissingCapability is the error for a call that makes no sense for a peer that cannot do something:
// [Elicitation], [Sampling] or [Roots]. Prefer to do without.
type MissingCapability struct{ Names []string } //nolint:errname // It is named for what it says.

// Error names what is missing.
func (e *MissingCapability) Error() string {
	return "This needs a client that declares the capability " + strings.Join(e.Names, " and ")
}

// round is what is known of the questions asked so far.
type round struct {
	answers map[string]jsontext.Value
	state   string
}

// Input returns the peer's answer to the question of that key, a JSON object; nil when there is none.
func Input(ctx context.Context, key string) jsontext.Value {
	answer := callOf(ctx).round.answers[key]
	if answer.Kind() != '{' {
		return nil
	}
	return answer
}

// State returns the state of the questions that the peer has answered, "" before.
func State(ctx context.Context) string { return callOf(ctx).round.state }

// Elicited returns what the person filled in for the question of that key; ok is false when there is
// no answer, or the person declined.
func Elicited(ctx context.Context, key string) (content jsontext.Value, ok bool) {
	members := membersOf(Input(ctx, key))
	action, _ := rpc.Unquote(members["action"])
	return members["content"], action == "accept" && members["content"].Kind() == '{'
}

type inputRequiredResult struct {
	envelope
	Requests map[string]InputRequest `json:"inputRequests,omitempty"`
	State    string                  `json:"requestState,omitzero"`
}

// withInput answers a call that may need more from the peer. It is the one place where an
// [InputRequired] is acted on.
func (s *Server) withInput(ctx context.Context, c *call, answer func(context.Context) (result, error)) (result, error) {
	if err := s.readRound(ctx, c); err != nil {
		return nil, err
	}
	ctx = withCall(ctx, c)
	for range mostRounds {
		res, err := answer(ctx)
		need, ok := errors.AsType[*InputRequired](err)
		if !ok {
			return res, err
		}
		if missing := c.unable(need); len(missing) > 0 {
			return nil, &MissingCapability{missing}
		}
		if c.revision.modern {
			return s.inputRequired(ctx, c, need)
		}
		if err := c.ask(ctx, need); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s asks back more than %d times", c.Method, mostRounds)
}

// readRound reads the answers that came with a modern request, and the state they belong to.
func (s *Server) readRound(ctx context.Context, c *call) error {
	if !c.revision.modern {
		return nil
	}
	if c.Param("inputResponses") == nil && c.Param("requestState") == nil {
		return nil
	}
	var params struct {
		Responses map[string]jsontext.Value `json:"inputResponses"`
		State     *string                   `json:"requestState"`
	}
	if err := decodeParams(c.Params, &params); err != nil {
		return err
	}
	if n := len(params.Responses); n > mostAnswers {
		return rpc.Errorf(rpc.InvalidParams, "'inputResponses' may hold %d answers, got %d", mostAnswers, n)
	}
	c.round.answers = params.Responses
	if params.State == nil {
		return nil
	}
	state, err := s.sealer.open(s.purpose(ctx, c), *params.State)
	if err != nil {
		return rpc.Errorf(rpc.InvalidParams, "'requestState' is refused: %v; send the request again without it", err)
	}
	c.round.state = state
	return nil
}

// inputRequired is the modern way of asking: the result is the question.
func (s *Server) inputRequired(ctx context.Context, c *call, need *InputRequired) (result, error) {
	res := &inputRequiredResult{Requests: need.Requests}
	res.ResultType = "input_required"
	if need.State != "" || len(need.Requests) == 0 {
		res.State = s.sealer.seal(s.purpose(ctx, c), need.State, keepState)
	}
	return res, nil
}

// purpose binds a state to the request it was made for: to whoever sent it, as far as that is known, its method and
// all of its params but those that change from round to round. The params are compared as JSON, not by their bytes
// (RFC 8785).
func (s *Server) purpose(ctx context.Context, c *call) string {
	params := membersOf(c.Params)
	for _, name := range []string{"_meta", "inputResponses", "requestState"} {
		delete(params, name)
	}
	b, _ := json.Marshal(params, json.Deterministic(true)) // It was JSON a moment ago.
	canonical := jsontext.Value(b)
	_ = canonical.Canonicalize()
	subject := ""
	if s.config.Subject != nil {
		subject = s.config.Subject(ctx)
	}
	return fmt.Sprintf("state %s %x %s", c.Method, sha256.Sum256(canonical), subject)
}

// unable lists what the peer would have to be able to do to answer, and is not.
func (c *call) unable(need *InputRequired) []string {
	var missing []string
	for _, r := range need.Requests {
		if name := capabilityOf[r.Method]; !c.can(name) && !slices.Contains(missing, name) {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	return missing
}

// ask is the legacy way of asking: one request of ours for each question. A person who takes too long
// has not answered.
func (c *call) ask(ctx context.Context, need *InputRequired) error {
	answers := map[string]jsontext.Value{}
	for _, key := range slices.Sorted(maps.Keys(need.Requests)) {
		q := need.Requests[key]
		limited, cancel := context.WithTimeout(ctx, askTimeout)
		id, answer, err := c.Call(limited, q.Method, q.Params)
		cancel()
		switch {
		case ctx.Err() != nil:
			c.takeBack(id, "the call was cancelled")
			return ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			c.takeBack(id, "no answer in time")
			fallthrough
		case err != nil && q.Method == "elicitation/create":
			answer = jsontext.Value(`{"action":"cancel"}`)
		case err != nil:
			return &Failure{Text: fmt.Sprintf("The client did not answer %s: %v", q.Method, err)}
		}
		answers[key] = answer
	}
	c.round = round{answers, need.State}
	return nil
}

// takeBack tells the peer that a question of ours need not be answered any more.
func (c *call) takeBack(id int64, reason string) {
	_ = c.Notify("notifications/cancelled", cancelledParams{id, reason}) // It may be gone.
}

type cancelledParams struct {
	RequestID int64  `json:"requestId"`
	Reason    string `json:"reason"`
}

// refusal is the error of the modern era for what the peer lacks.
func (e *MissingCapability) refusal() *rpc.Error {
	required := map[string]any{}
	for _, name := range e.Names {
		required[name] = struct{}{}
		if name == Elicitation {
			required[name] = map[string]any{"form": struct{}{}}
		}
	}
	return &rpc.Error{
		Code:    codeMissingCapability,
		Message: e.Error(),
		Data:    map[string]any{"requiredCapabilities": required},
		Status:  http.StatusBadRequest,
	}
}

// membersOf returns the members of a JSON object, none when it is something else.
func membersOf(object jsontext.Value) map[string]jsontext.Value {
	var members map[string]jsontext.Value
	if object.Kind() == '{' {
		_ = json.Unmarshal(object, &members) // Package rpc has accepted it already.
	}
	return members
}
