package lexicon_test

import (
	"slices"
	"strings"
	"testing"

	"giftserver/internal/lexicon"
)

// What givers of each language call the days of their calendar, the people they give to and what those
// like, in the forms in which it is said: verbs, plurals and diminutives too.
func TestEnglish_everyday(t *testing.T) {
	tests := []struct {
		kind  lexicon.Kind
		want  string
		texts []string // Italian, Portuguese, Vietnamese, Spanish, French, German, where the day is kept
	}{
		{lexicon.Occasion, "housewarming", []string{"inaugurazione della nuova casa", "chá de casa nova", "tân gia", "inauguración de la casa nueva", "pendaison de crémaillère", "Einweihungsparty"}},
		{lexicon.Occasion, "baptism", []string{"battesimo", "batizado", "lễ rửa tội", "bautizo", "baptême", "Taufe"}},
		{lexicon.Occasion, "retirement", []string{"pensionamento", "aposentadoria", "nghỉ hưu", "jubilación", "départ à la retraite", "Renteneintritt"}},
		{lexicon.Occasion, "name day", []string{"onomastico", "onomástico", "lễ bổn mạng", "día de su santo", "sa fête", "Namenstag"}},
		{lexicon.Occasion, "Grandparents' Day", []string{"festa dei nonni", "dia dos avós", "día de los abuelos", "fête des grands-mères", "Großelterntag"}},
		{lexicon.Occasion, "Women's Day", []string{"festa della donna", "dia da mulher", "ngày phụ nữ Việt Nam 20/10", "día de la mujer", "journée de la femme", "Frauentag"}},
		{lexicon.Occasion, "Children's Day", []string{"dia das crianças", "Trung thu", "día del niño", "Kindertag"}},
		{lexicon.Occasion, "Three Kings' Day", []string{"Befana", "dia de Reis", "Reyes", "galette des rois", "Heilige Drei Könige"}},
		{lexicon.Occasion, "Saint Nicholas Day", []string{"San Nicola", "São Nicolau", "San Nicolás", "Saint-Nicolas", "Nikolaus"}},
		{lexicon.Occasion, "Secret Santa", []string{"amico segreto", "amigo oculto", "amigo secreto", "đổi quà", "amigo invisible", "père Noël secret", "Wichteln"}},
		{lexicon.Occasion, "Valentine's Day", []string{"San Valentino", "Dia dos Namorados", "lễ tình nhân", "San Valentín", "Saint-Valentin", "Valentinstag"}},
		{lexicon.Occasion, "teacher appreciation", []string{"ngày nhà giáo Việt Nam", "día del maestro", "Schuljahresende"}},
		{lexicon.Occasion, "bridal shower", []string{"addio al nubilato", "chá de panela", "despedida de soltera", "enterrement de vie de jeune fille", "Junggesellinnenabschied"}},
		{lexicon.Occasion, "baby shower", []string{"in dolce attesa", "chá de bebê", "sắp sinh", "espera mellizos", "attend des jumeaux", "Babyparty"}},
		{lexicon.Occasion, "new baby", []string{"è appena nata", "nascimento", "đầy tháng", "ha sido madre", "vient d'accoucher", "Geburt"}},
		{lexicon.Occasion, "confirmation", []string{"cresima", "crisma", "confirmación", "confirmation", "Firmung", "Jugendweihe"}},
		{lexicon.Occasion, "Lunar New Year", []string{"capodanno cinese", "ano novo chinês", "Tết", "Tết Nguyên Đán", "año nuevo chino", "nouvel an chinois", "chinesisches Neujahr"}},
		{lexicon.Occasion, "quinceañera", []string{"fiesta de quince", "festa de debutante", "quinceañera"}},
		{lexicon.Occasion, "back to school", []string{"inizio della scuola", "volta às aulas", "khai giảng", "vuelta al cole", "rentrée", "Einschulung"}},
		{lexicon.Occasion, "farewell", []string{"addio", "despedida", "chia tay", "pot de départ", "Abschied"}},

		{lexicon.Relationship, "aunt", []string{"zia", "tia", "cô tôi", "tía", "tatie", "Tante"}},
		{lexicon.Relationship, "couple", []string{"coppia", "casal", "hai vợ chồng", "una pareja", "couple", "Pärchen"}},
		{lexicon.Relationship, "partner", []string{"compagno", "companheira", "mi pareja", "conjoint", "Lebensgefährtin"}},
		{lexicon.Relationship, "teacher", []string{"maestra", "professora", "cô giáo", "maestro", "maîtresse", "Grundschullehrerin"}},
		{lexicon.Relationship, "mother-in-law", []string{"suocera", "sogra", "mẹ chồng", "suegra", "belle-mère", "Schwiegermutter"}},
		{lexicon.Relationship, "godchild", []string{"figlioccia", "afilhado", "con đỡ đầu", "ahijada", "filleule", "Patenkind"}},
		{lexicon.Relationship, "colleague", []string{"collega", "colega de trabalho", "đồng nghiệp", "compañera de oficina", "collègue", "Arbeitskollegin"}},
		{lexicon.Relationship, "grandchild", []string{"nipotini", "netinho", "cháu nội", "nietos", "petits-enfants", "Enkelkind"}},
		{lexicon.Relationship, "sister-in-law", []string{"cognata", "cunhada", "chị dâu", "cuñada", "belle-sœur", "Schwägerin"}},

		{lexicon.Interest, "baking", []string{"fa dolci al forno", "faz bolos", "thích làm bánh", "repostera", "pâtissière", "backt gern"}},
		{lexicon.Interest, "fishing", []string{"va a pesca", "pescaria", "đi câu", "se va de pesca", "va à la pêche", "angelt"}},
		{lexicon.Interest, "knitting", []string{"fa la maglia", "faz crochê", "đan len", "hace ganchillo", "tricote", "strickt"}},
		{lexicon.Interest, "guitar", []string{"suona la chitarra", "toca violão", "chơi đàn guitar", "toca la guitarra", "joue de la guitare", "spielt Gitarre"}},
		{lexicon.Interest, "yoga", []string{"fa yoga", "faz ioga", "tập yoga", "hace yoga", "fait du yoga", "macht Yoga"}},
		{lexicon.Interest, "reading", []string{"divora libri", "lê muito", "mọt sách", "ratón de biblioteca", "elle lit", "liest viel"}},
		{lexicon.Interest, "spa", []string{"terme", "dia de spa", "đi spa", "spas", "thalasso", "Therme"}},
		{lexicon.Interest, "skincare", []string{"cura della pelle", "cuida muito da pele", "chăm sóc da", "cuidado de la piel", "soins de la peau", "Hautpflege"}},
		{lexicon.Interest, "chocolate", []string{"golosa", "gulosa", "hảo ngọt", "goloso", "gourmande", "Naschkatze"}},
		{lexicon.Interest, "hosting", []string{"spesso ospiti a cena", "receber visitas", "hay mời khách", "invitados a cenar", "reçoit souvent des invités", "hat oft Gäste"}},
		{lexicon.Interest, "home decor", []string{"candele profumate", "velas perfumadas", "nến thơm", "velas aromáticas", "bougies parfumées", "Duftkerzen"}},
		{lexicon.Interest, "puzzles", []string{"cruciverba", "palavras cruzadas", "ô chữ", "crucigramas", "mots croisés", "löst Kreuzworträtsel"}},
		{lexicon.Interest, "fantasy", []string{"unicorni", "unicórnios", "kỳ lân", "unicornio", "licornes", "Einhörner"}},
		{lexicon.Interest, "Japanese culture", []string{"Giappone", "Japão", "Nhật Bản", "Japón", "Japon", "Japan"}},
		{lexicon.Interest, "pub games", []string{"freccette", "sinuca", "bida", "billar", "fléchettes", "Tischkicker"}},
		{lexicon.Interest, "hunting", []string{"caccia", "caçador", "săn bắn", "caza", "la chasse", "Jagd"}},
		{lexicon.Interest, "motorsport", []string{"Formula 1", "automobilismo", "đua xe", "Fórmula 1", "courses automobiles", "Rennsport"}},
		{lexicon.Interest, "pottery", []string{"ceramica", "olaria", "làm gốm", "alfarería", "poterie", "töpfert"}},
		{lexicon.Interest, "genealogy", []string{"albero genealogico", "árvore genealógica", "gia phả", "árbol genealógico", "généalogie", "Ahnenforschung"}},
		{lexicon.Interest, "hiking", []string{"camminate", "fazer trilha", "leo núi", "senderista", "randonneuse", "Wanderin"}},
		{lexicon.Interest, "football", []string{"calcio", "futebol", "đá bóng", "fútbol", "joue au foot", "Fußballfan"}},
		{lexicon.Interest, "magic tricks", []string{"giochi di prestigio", "mágico", "ảo thuật", "trucos de magia", "prestidigitation", "Zaubertricks"}},
	}
	for _, tt := range tests {
		for _, text := range tt.texts {
			english := translated(text)
			found := lexicon.Default().Find(tt.kind, lexicon.Words(english))
			if len(found) != 1 || found[0].Label != tt.want {
				t.Errorf("English(%q): got %q, want what means %s", text, english, tt.want)
			}
		}
	}
}

// What people say who can't do without something is said in English as a liking too.
func TestEnglish_idioms(t *testing.T) {
	tests := []struct{ text, want string }{
		{"papà non vive senza caffè", "father can't live without coffee"},
		{"pai que não vive sem café", "father who can't live without coffee"},
		{"sobrinho que não larga o videogame", "nephew who can't live without video games"},
		{"bố không thể thiếu cà phê", "father can't live without coffee"},
		{"mi padre no puede vivir sin café", "my father can't live without coffee"},
		{"papa ne peut pas se passer de café", "father can't live without coffee"},
		{"Papa kann nicht ohne Kaffee leben", "father can't live without coffee"},
		{"Opa tut nichts lieber als angeln", "grandfather likes nothing more than fishing"},
		{"il n'aime rien de plus que la pêche", "likes nothing more than fishing"},
	}
	for _, tt := range tests {
		if got := strings.Join(strings.Fields(translated(tt.text)), " "); got != tt.want {
			t.Errorf("English(%q): got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// Two facts in a phrase are both kept: who reads crime novels likes mysteries, and to read.
func TestEnglish_bothMeanings(t *testing.T) {
	want := []string{"mysteries", "reading"}
	for _, text := range []string{
		"mystery novels", "romanzi gialli", "devora livros policiais", "truyện trinh thám", "novelas policíacas", "romans policiers", "Kriminalromane",
	} {
		var got []string
		for _, f := range lexicon.Default().Find(lexicon.Interest, lexicon.Words(translated(text))) {
			got = append(got, f.Label)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
