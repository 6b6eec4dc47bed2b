package tools

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
)

// Shares divide an amount of money by weights, to the minor unit. Weights are read as they are written
// in decimal, so that 0.1 and 0.2 are together as much as 0.3.
type shares struct {
	weights []*big.Rat
	sum     *big.Rat
}

// newShares returns the shares for weights above 0.
func newShares(weights []float64) shares {
	s := shares{sum: new(big.Rat)}
	for _, w := range weights {
		exact, _ := new(big.Rat).SetString(strconv.FormatFloat(w, 'f', -1, 64))
		s.weights = append(s.weights, exact)
		s.sum.Add(s.sum, exact)
	}
	return s
}

// split divides a total so that the parts make up exactly that. What rounding down leaves goes to those
// who lose most by it, a unit each; the first of equals comes first.
func (s shares) split(total int64) []int64 {
	parts := make([]int64, len(s.weights))
	lost := make([]*big.Rat, len(s.weights))
	order := make([]int, len(s.weights))
	left := total
	for i, w := range s.weights {
		exact := new(big.Rat).SetInt64(total)
		exact.Mul(exact, w).Quo(exact, s.sum)
		whole := new(big.Int).Quo(exact.Num(), exact.Denom())
		parts[i] = whole.Int64() // A part is no more than the total.
		lost[i] = exact.Sub(exact, new(big.Rat).SetInt(whole))
		order[i] = i
		left -= parts[i]
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(lost[b].Cmp(lost[a]), cmp.Compare(a, b))
	})
	for _, i := range order[:left] {
		parts[i]++
	}
	return parts
}

// totalFor returns a total of which somebody's part is at least so much; ok is false when it is too large
// to be one.
func (s shares) totalFor(i int, part int64) (total int64, ok bool) {
	exact := new(big.Rat).SetInt64(part)
	exact.Mul(exact, s.sum).Quo(exact, s.weights[i])
	whole, rest := new(big.Int).QuoRem(exact.Num(), exact.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return whole.Int64(), whole.IsInt64()
}
