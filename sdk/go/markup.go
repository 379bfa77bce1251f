package counterfoil

import (
	"html"
	"regexp"
	"strings"
)

var (
	markupTag  = regexp.MustCompile(`\{/?[BRSbrs]\}`)
	markupHTML = map[string][2]string{
		"b": {"<strong>", "</strong>"},
		"r": {`<span style="color:#c00">`, "</span>"},
		"s": {"<s>", "</s>"},
	}
)

// PlainTitle returns a title without its markup. One pass only: {{b}b} becomes {b}.
func PlainTitle(title string) string { return markupTag.ReplaceAllString(title, "") }

// TitleToHTML returns a title as HTML that is safe to insert: everything but the markup is escaped.
func TitleToHTML(title string) string {
	var result strings.Builder
	// A count per tag: {b}{b}x{/b}y{/b} keeps y bold.
	depth, start := map[string]int{}, 0
	for _, place := range append(markupTag.FindAllStringIndex(title, -1), []int{len(title), len(title)}) {
		result.WriteString(withTags(title[start:place[0]], depth))
		tag := strings.ToLower(title[place[0]:place[1]])
		name := strings.Trim(tag, "{/}")
		if !strings.HasPrefix(tag, "{/") {
			depth[name]++
		} else if depth[name] > 0 {
			depth[name]--
		}
		start = place[1]
	}
	return result.String()
}

func withTags(text string, depth map[string]int) string {
	if text == "" {
		return ""
	}
	text = html.EscapeString(text)
	for _, name := range []string{"s", "r", "b"} {
		if depth[name] > 0 {
			text = markupHTML[name][0] + text + markupHTML[name][1]
		}
	}
	return text
}
