package feed

import (
	"cmp"
	"net/url"
	"regexp"
	"strings"

	"giftserver/internal/catalog"
)

// links takes over links that a host can open as they stand.
func (m *maker) links(g *catalog.Gift, o *offer) {
	if text := o.fields[fieldLink]; text != "" {
		if g.URL = m.link(text, "http", "https"); g.URL == "" {
			m.note("link that is not absolute, http or https (relative ones need --base-url)", text)
		}
	}
	if image := firstImage(o.fields[fieldImage]); image != "" {
		if g.ImageURL = m.link(image, "https"); g.ImageURL == "" {
			m.note("image that is not at an absolute https address", image)
		} else {
			g.ImageAlt = cmp.Or(shorten(clean(o.fields[fieldImageAlt]), maxTitle), g.Name)
		}
	}
}

// nextImage is what stands between two images where a shop lists them all.
var nextImage = regexp.MustCompile(`["']?[,;|\s]+["']?https?://`)

// firstImage is the first of an offer's images, which may be listed as in JSON.
func firstImage(text string) string {
	list := strings.TrimLeft(text, `[ "'`)
	if strings.LastIndex(list, "http") > 0 {
		if next := nextImage.FindStringIndex(list); next != nil {
			return list[:next[0]]
		}
	}
	if len(list) < len(text) {
		list = strings.TrimRight(list, `'" ]`)
	}
	return list
}

// withScheme completes an address that begins with a host, as no path of a shop does: its own, or one that is called
// www. What follows the scheme of its page, "//cdn.example/1.jpg", is on one in https.
func (m *maker) withScheme(text string) string {
	base := m.options.BaseURL
	switch {
	case strings.HasPrefix(text, "//"):
		return "https:" + text
	case len(text) > 4 && strings.EqualFold(text[:4], "www."):
		return "https://" + text
	case base != nil && strings.HasPrefix(text, base.Host+"/"):
		return base.Scheme + "://" + text
	}
	return text
}

// link returns a link in its absolute form, or nothing if it is none of the schemes.
func (m *maker) link(text string, schemes ...string) string {
	u, err := url.Parse(m.withScheme(strings.TrimSpace(text)))
	if err != nil {
		return ""
	}
	if base := m.options.BaseURL; base != nil && !u.IsAbs() {
		u = base.ResolveReference(u)
	}
	for _, scheme := range schemes {
		if u.Scheme == scheme && u.Hostname() != "" && u.User == nil {
			return u.String()
		}
	}
	return ""
}
