package feed

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"giftserver/internal/catalog"
)

// Whatever stands in a field, what is read of it is something that there is.
func FuzzFields(f *testing.F) {
	for _, seed := range []string{
		"", "Mum &amp;amp; Dad", "<p>One</p>", "x <y", "🏴\U000E0067", "\xff\xfe", "<plaintext><b>", "<!-- <b> --", "<![CDATA[a]]>",
		"2026-11-20", "2026-11-20T08:00-0500/2026-11-30", "9999-12-31T23:59:59-23:59", "0000-01-01/", "2026-02-30", "/", "2026-11-20 08:00, 2026-11-30",
		"in stock", "https://schema.org/InStock", "pre_order", "http://", "99999999999999999999", " 7 ", "-1", "9223372036854775807",
		"US:CA:Overnight:16.00 USD:1:3:2-5", ":::", "8-12", "8-", "-", "1e1-NaN", "Inf", "4,5", "0x1p-2", "5.0000001",
		"https://a.example/1.jpg,https://b.example/2.jpg", `["http://a.example/1.jpg", "x"]`, "//a.example/b c", "https://u:p@a.example", "javascript:alert(1)",
		"HTTPS://a.example\\@b.example", "www.a.example", "ftp://a.example", "a, b,,A,\u200b",
	} {
		f.Add(seed)
	}
	m := &maker{options: Options{BaseURL: &url.URL{Scheme: "https", Host: "shop.example", Path: "/a/"}}}
	f.Fuzz(func(t *testing.T, text string) {
		checkClean(t, text)
		checkTimes(t, text)
		if a, known := availability(text); known != (a != "") {
			t.Errorf("availability(%q): got %q, %t", text, a, known)
		}
		if n := days(text); n != nil && (*n < 0 || *n > mostDays) {
			t.Errorf("days(%q): got %d, want 0 to %d", text, *n, mostDays)
		}
		if from, to := ageSpan(text, 3, catalog.MaxAge); from < 0 || from > catalog.MaxAge || to < 0 || to > catalog.MaxAge {
			t.Errorf("ageSpan(%q): got %d to %d", text, from, to)
		}
		if average, count := rating(text, text); count < 0 || average != nil && !(*average > 0 && *average <= 5) {
			t.Errorf("rating(%q): got %v of %d", text, average, count)
		}
		o := &offer{}
		o.set(fieldShipping, text)
		o.shippingDays([]string{"country", "max_handling_time", "max_transit_time"})
		if taken := o.fields[fieldHandling]; !strings.Contains(text, taken) || strings.ContainsAny(taken, ",:;-") {
			t.Errorf("shipping %q: got %q to handle it", text, taken)
		}
		if u, err := url.Parse(m.link(firstImage(text), "https")); err != nil || u.String() != "" && (u.Scheme != "https" || u.Hostname() == "" || u.User != nil) {
			t.Errorf("link(%q): got %q, error %v", text, u, err)
		}
	})
}

// checkClean checks what is shown of a text, as it is and as a list of tags.
func checkClean(t *testing.T, text string) {
	t.Helper()
	list := tags(text)
	for _, got := range append(list, clean(text)) {
		if strings.ContainsAny(got, "\x00\x1b\n\r\t\u202e\u200b\ufffd") || got != strings.TrimSpace(got) {
			t.Errorf("%q: got %q", text, got)
		}
	}
	if len(list) > maxTags {
		t.Errorf("%q: got %d tags, want %d at most", text, len(list), maxTags)
	}
}

// checkTimes checks that a text is read as times that can be written and read again.
func checkTimes(t *testing.T, text string) {
	t.Helper()
	at, err := parseTime(text)
	from, until, errBoth := parseDates(text)
	for _, one := range []time.Time{at, from, until} {
		if again, errAgain := parseTime(one.Format(time.RFC3339Nano)); err == nil && errBoth == nil && (errAgain != nil || !again.Equal(one)) {
			t.Errorf("%q: got %v, which is read as %v, error %v", text, one, again, errAgain)
		}
	}
	if err == nil && errBoth == nil {
		t.Errorf("%q: is a time, %v, and an interval, from %v until %v", text, at, from, until)
	}
}

// However an amount is written, reading it gives digits that stand in it, never a sum from nowhere, and
// what was read means the same when it is written plainly.
func FuzzParseMoney(f *testing.F) {
	for i, seed := range []string{
		"15.00 USD", "1.234,56 EUR", "$15.00", "1,50,000 INR", "12.500 KWD", "1'299.- CHF", "１５ USD", "1999", "1999.0 JPY", "Rs. 1,29,900/-", "9999999999999.99 USD", "90071992547409.32 USD",
	} {
		f.Add(seed, "USD", uint8(i))
	}
	f.Fuzz(func(t *testing.T, text, fallback string, in uint8) {
		if !catalog.ValidCurrency(fallback) {
			fallback = ""
		}
		m, err := parseMoney(unit(in%3), text, fallback)
		if err != nil {
			return
		}
		if m.Minor <= 0 || m.Minor > maxMinor || !catalog.ValidCurrency(m.Currency) {
			t.Fatalf("%q: got %v", text, m)
		}
		digits := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, text)
		if got := strings.Trim(strconv.FormatInt(m.Minor, 10), "0"); !strings.Contains(digits, got) {
			t.Fatalf("%q: got %v, whose digits %q do not stand in it", text, m, got)
		}
		for u, plain := range map[unit]string{major: strconv.FormatFloat(m.Major(), 'f', -1, 64), minor: strconv.FormatInt(m.Minor, 10)} {
			if again, err := parseMoney(u, plain+" "+m.Currency, ""); err != nil || again != m {
				t.Errorf("%q: got %v, but %v, error %v, for %q", text, m, again, err, plain)
			}
		}
	})
}
