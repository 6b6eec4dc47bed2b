package suggest

import (
	"sync"
	"sync/atomic"
	"time"

	"giftserver/internal/catalog"
	"giftserver/internal/lexicon"
)

// A Brief says whom a gift is for.
type Brief struct {
	Occasion  string // free text
	Recipient string // free text: relation, age, interests, dislikes

	Budget    catalog.Money // the most to spend on one gift
	MinBudget catalog.Money // the least; zero for no limit

	Age       *int     // years; when nil it is read from Recipient if that tells
	Interests []string // free texts
	Avoid     []string // free texts: dislikes, allergies, what they own
	Category  string   // one of catalog.Categories, "" for any
	Kinds     []catalog.Kind
	NeededBy  time.Time // a day; zero for no hurry
	Now       time.Time // when this is asked; zero for the present
	Exclude   []string  // ids of gifts not to show again
	Limit     int       // how many gifts at most
}

// An Answer is what the engine has for a brief. Picks are empty when nothing fits.
type Answer struct {
	Picks      []Pick
	Understood Understood
	Matches    Matches

	// Nearest is the cheapest gift that a higher budget would bring, nil when there is none. It is
	// looked for only when Picks is empty.
	Nearest *catalog.Gift
}

// A Pick is a gift and what speaks for it.
type Pick struct {
	*catalog.Gift
	Reasons []Reason
}

// A Reason is one fact of a gift that matches the brief.
type Reason struct {
	Kind  ReasonKind
	Label string // what matched, where the kind has it: "board games", "birthday", "friend"
}

// A ReasonKind says what matched.
type ReasonKind int

// The kinds of reason, in the order in which they are given.
const (
	MatchesInterest ReasonKind = iota
	SuitsOccasion
	SuitsRelationship
	SuitsAge
	ArrivesInTime
	InsideBudget
)

// Understood is what was read out of a brief.
type Understood struct {
	Occasion      string // a label of the lexicon, else the text as given
	OccasionKnown bool
	Relationship  string    // a label of the lexicon, "" when none was found
	Ages          *AgeRange // nil when nothing tells
	Interests     []string  // labels of the lexicon, or texts as given
	Avoid         []string
}

// An AgeRange is what is known of somebody's age, in years, both ends inclusive.
type AgeRange struct{ From, To int }

// Matches counts what became of the catalog. Each gift that was left out is counted once, under the
// first of the reasons that holds, so that Considered = Eligible + the sum of LeftOut.
type Matches struct {
	Considered int
	Eligible   int
	LeftOut    [reasonsOut]int
}

// An Engine answers briefs. It is safe for concurrent use.
type Engine struct {
	rates   *catalog.Rates
	current atomic.Pointer[edition]
}

// An edition is a snapshot and its index, which is made when it is first asked for.
type edition struct {
	snapshot *catalog.Snapshot
	index    func() *index
}

// New returns an engine for a catalog. With rates, gifts in other currencies are held against the budget too; nil
// leaves them out. The first answer waits for the index; see [Engine.Prepare].
func New(s *catalog.Snapshot, rates *catalog.Rates) *Engine {
	e := &Engine{rates: rates}
	e.current.Store(e.newEdition(s))
	return e
}

func (e *Engine) newEdition(s *catalog.Snapshot) *edition {
	return &edition{s, sync.OnceValue(func() *index { return newIndex(lexicon.Default(), e.rates, s) })}
}

// Prepare makes the index, so that no answer has to wait for it. A process that may be asked other
// things first does without.
func (e *Engine) Prepare() { e.current.Load().index() }

// Use makes the engine answer from another snapshot, once its index is made. Answers under way are
// finished from the one they began with.
func (e *Engine) Use(s *catalog.Snapshot) {
	next := e.newEdition(s)
	next.index()
	e.current.Store(next)
}

// Catalog returns the snapshot that the engine answers from.
func (e *Engine) Catalog() *catalog.Snapshot { return e.current.Load().snapshot }

// Suggest answers a brief.
func (e *Engine) Suggest(b Brief) Answer {
	ix := e.current.Load().index()
	if b.Now.IsZero() {
		b.Now = time.Now()
	}
	s := ix.borrow()
	defer ix.release(s)
	q := read(ix, &s.reader, &b)
	answer := ix.answer(q, s)
	answer.Understood = q.understood
	return answer
}
