package tools

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"
)

// What the views write is what the encoder makes of their fields: with all of them set, with none, and with
// any of them left out.
func TestViews_write(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		for _, v := range []view{&suggestions{}, &planView{}, &fullGift{}, &giftView{}} {
			fillView(random, reflect.ValueOf(v).Elem(), float64(i%3)/2)
			want, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if got := jsonOf(v); got != string(want) {
				t.Fatalf("%T:\ngot  %s\nwant %s", v, got, want)
			}
		}
	}
}

// fillView sets fields, each with a likelihood.
func fillView(random *rand.Rand, v reflect.Value, likelihood float64) {
	if random.Float64() >= likelihood && v.Kind() != reflect.Struct {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString([]string{"plain", `"quoted" \ and` + "\n\t\x01", "é 🎁 <&> \u2028", "null"}[random.IntN(4)])
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(int64(random.IntN(3000) - 10))
	case reflect.Float64:
		v.SetFloat([]float64{45, 19.99, 1e-7, 123456789012.5, 3e21, -0.5}[random.IntN(6)])
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillView(random, v.Elem(), likelihood)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), random.IntN(4), 4))
		for i := range v.Len() {
			fillView(random, v.Index(i), likelihood)
		}
	case reflect.Struct:
		for _, field := range v.Fields() {
			fillView(random, field, likelihood)
		}
	}
}
