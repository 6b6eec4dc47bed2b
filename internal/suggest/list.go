package suggest

import (
	"cmp"
	"slices"
	"sort"
)

// A posting says how much a gift is about a term.
type posting struct {
	doc    int32
	impact float32  // from 0 (it is only mentioned) to 1
	fields fieldSet // where the term stands
}

// Postings are the gifts that have a term: those that are named by it, then the others, each ordered by doc. Few
// briefs look at the others, which are many.
type postings struct {
	all   []posting
	names int     // how many are named by it; an interest names all of its gifts
	most  float32 // no gift has a greater impact
}

func (l postings) named() []posting  { return l.all[:l.names] }
func (l postings) others() []posting { return l.all[l.names:] }

// add adds a posting, for now as one of a gift that is named by the term.
func (l *postings) add(p posting) {
	l.all = append(l.all, p)
	l.names++
	l.most = max(l.most, p.impact)
}

// order puts the postings in order, all of which are named.
func (l *postings) order() {
	slices.SortFunc(l.all, func(a, b posting) int { return cmp.Compare(a.doc, b.doc) })
}

// divide puts the gifts that are named by the term before the others. It takes and returns memory for that.
func (l *postings) divide(others []posting) []posting {
	others, l.names = others[:0], 0
	for _, p := range l.all {
		if p.fields&named == 0 {
			others = append(others, p)
			continue
		}
		l.all[l.names] = p
		l.names++
	}
	copy(l.others(), others)
	return others
}

// find returns the posting of a gift, nil when it has none.
func (l postings) find(doc int32) *posting {
	if p := find(l.named(), doc); p != nil {
		return p
	}
	return find(l.others(), doc)
}

// find returns the posting of a gift in an ordered list, nil when it has none.
func find(list []posting, doc int32) *posting {
	if i := seek(list, doc); i < len(list) && list[i].doc == doc {
		return &list[i]
	}
	return nil
}

// seek returns how many postings of an ordered list are of docs before one.
func seek(list []posting, doc int32) int {
	return sort.Search(len(list), func(i int) bool { return list[i].doc >= doc })
}
