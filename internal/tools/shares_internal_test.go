package tools

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShares_split(t *testing.T) {
	tests := []struct {
		total   int64
		weights []float64
		want    []int64
	}{
		{100, []float64{1}, []int64{100}},
		{100, []float64{1, 1}, []int64{50, 50}},
		// The unit that is left goes to the first of equals.
		{100, []float64{1, 1, 1}, []int64{34, 33, 33}},
		{101, []float64{1, 1, 1}, []int64{34, 34, 33}},
		{100, []float64{2, 1, 1}, []int64{50, 25, 25}},
		// 33.3 and 66.6: the second loses more by rounding down.
		{100, []float64{1, 2}, []int64{33, 67}},
		// In binary, these do not add up to 1.
		{10, []float64{0.1, 0.2, 0.7}, []int64{1, 2, 7}},
		// Amounts and percentages are weights as good as any.
		{20000, []float64{60, 40}, []int64{12000, 8000}},
		{1, []float64{1, 1, 1}, []int64{1, 0, 0}},
		{0, []float64{1, 1}, []int64{0, 0}},
		{math.MaxInt64, []float64{1, 1}, []int64{1 << 62, 1<<62 - 1}},
		{100, []float64{5e-324, 1e6}, []int64{0, 100}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, newShares(tt.weights).split(tt.total)); diff != "" {
			t.Errorf("%d by %v (-want +got):\n%s", tt.total, tt.weights, diff)
		}
	}
}

func TestShares_totalFor(t *testing.T) {
	tests := []struct {
		weights []float64
		i       int
		part    int64
		want    int64
		ok      bool
	}{
		{[]float64{1}, 0, 100, 100, true},
		{[]float64{1, 1, 1}, 2, 100, 300, true},
		{[]float64{1, 2}, 1, 100, 150, true},
		{[]float64{3, 4}, 0, 100, 234, true}, // 233 1/3
		{[]float64{1, 1}, 0, math.MaxInt64, 0, false},
	}
	for _, tt := range tests {
		got, ok := newShares(tt.weights).totalFor(tt.i, tt.part)
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%d of %v to have %d: got %d, %v, want %d, %v", tt.i, tt.weights, tt.part, got, ok, tt.want, tt.ok)
		}
	}
}

// The parts add up to the total, none is more than a unit off, and the total for a part is enough for it.
func TestShares_properties(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		weights := make([]float64, 1+random.IntN(12))
		sum := 0.0
		for i := range weights {
			weights[i] = float64(1+random.IntN(1000)) / 100
			sum += weights[i]
		}
		total, s := random.Int64N(1_000_000), newShares(weights)
		added := int64(0)
		for i, part := range s.split(total) {
			added += part
			if exact := float64(total) * weights[i] / sum; math.Abs(float64(part)-exact) > 1.0001 {
				t.Errorf("%d by %v: got %d for %v, want about %v", total, weights, part, weights[i], exact)
			}
		}
		if added != total {
			t.Errorf("%d by %v: the parts add up to %d", total, weights, added)
		}
		i, part := random.IntN(len(weights)), random.Int64N(1_000_000)
		if enough, ok := s.totalFor(i, part); !ok || s.split(enough)[i] < part {
			t.Errorf("%v: a total of %d is not enough for %d of %d", weights, enough, i, part)
		}
	}
}
