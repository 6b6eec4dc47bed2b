package feed

import "testing"

func TestClean(t *testing.T) {
	tests := []struct{ text, want string }{
		{"Plain text", "Plain text"},
		{"  two \t\r\n lines ", "two lines"},
		{"Mum &amp; Dad", "Mum & Dad"},
		{"Mum &amp;amp; Dad", "Mum & Dad"},
		{"Caf&eacute; &#8364;5", "Café €5"},
		{"AT&T", "AT&T"},
		{"<p>One</p><p>Two</p><script>x()</script><style>a{}</style>", "One Two"},
		{"&lt;p&gt;One&lt;/p&gt;&lt;br/&gt;Two", "One Two"},
		{"a <b>bold</b> wor<i>d</i>", "a bold word"},
		{"5 &lt; 10 game", "5 < 10 game"},
		{"5 < 10 > 3", "5 < 10 > 3"},
		{"x <y and z", "x <y and z"},
		{"I <3 you", "I <3 you"},
		{"<one> of a kind", "<one> of a kind"},
		{"<!-- hidden -->shown", "shown"},
		{"<![CDATA[Mug]]>", "Mug"},
		{"<img src=x onerror=y>Mug", "Mug"},
		{"Mug ![p](https://evil.example/p.png), see [here](https://evil.example)", "Mug p, see here"},
		{"Array[0] (new)", "Array[0] (new)"},
		// Invisible characters go, and so do those that turn the direction of text.
		{"in\u00advisi\u200bble\ufeff", "invisible"},
		{"a\u202eb\u2066c", "abc"},
		{"a\x00b\x1bc\x7fd\u0085e", "abcd e"},
		{"a\u00a0b\u2003c\u2028d", "a b c d"},
		{"Mug\U000E0041\U000E0042\u3164\u2800", "Mug"},
		{"Caf\ufffd", "Caf"},
		{"\ue000private", "private"},
		// What makes an emoji, a flag or a letter stays.
		{"🇺🇸 🏳️‍🌈 👨‍👩‍👧 ❤️ 1️⃣ 👍🏽", "🇺🇸 🏳️‍🌈 👨‍👩‍👧 ❤️ 1️⃣ 👍🏽"},
		{"🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F kilt", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F kilt"},
		{"می\u200cخواهم", "می\u200cخواهم"},
		{"ab\u200dc", "abc"},
		// NFC.
		{"Cafe\u0301", "Café"},
	}
	for _, tt := range tests {
		if got := clean(tt.text); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestShorten(t *testing.T) {
	tests := []struct {
		text string
		most int
		want string
	}{
		{"short", 5, "short"},
		{"ünïcö", 5, "ünïcö"},
		{"a longer text", 10, "a longer…"},
		{"abcdefghij", 5, "abcd…"},
		{"abc👩‍👩", 5, "abc👩…"},
	}
	for _, tt := range tests {
		if got := shorten(tt.text, tt.most); got != tt.want {
			t.Errorf("%q to %d: got %q, want %q", tt.text, tt.most, got, tt.want)
		}
	}
}
