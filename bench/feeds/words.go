package main

// The words that products are made up of. A sentence takes an adjective, a noun and a use.
type words struct{ adjectives, nouns, uses, sentences, types []string }

// shops are the words by language.
var shops = map[string]words{
	"en":    {englishAdjectives, englishNouns, englishUses, englishSentences, englishTypes},
	"terse": {englishAdjectives, englishNouns, englishUses, []string{"Material: %s, %s, %s;"}, englishTypes},
	"de": {
		adjectives: []string{"Handgemachte", "Kleine", "Große", "Blaue", "Rote", "Gravierte", "Klassische", "Moderne", "Elegante", "Robuste", "Weiche", "Nachhaltige"},
		nouns: []string{
			"Kaffeetasse", "Teekanne", "Schachspiel", "Halskette", "Wanderrucksack", "Gartenschere", "Duftkerze", "Lampe", "Decke", "Puppe",
			"Weinglas", "Kochbuch", "Gitarre", "Uhr", "Mütze", "Angelrute", "Malset", "Bausteine", "Pralinen", "Handschuhe",
		},
		uses: []string{"aus Holz", "für die Küche", "für Kinder", "aus Keramik", "für den Garten", "mit Gravur", "aus Baumwolle", "für unterwegs"},
		sentences: []string{
			"%s %s %s, die jeden Tag Freude macht.", "Unsere %s %s %s ist ein schönes Geschenk zum Geburtstag.",
			"Mit viel Liebe gefertigt: %s %s %s.", "Die %s %s %s kommt in einer Schachtel und ist sofort bereit.",
		},
		types: []string{"Haushalt > Küche", "Garten", "Spielzeug > Spiele", "Schmuck", "Kleidung > Zubehör", "Sport und Freizeit", "Bücher", "Wohnen > Deko"},
	},
	"pt": {
		adjectives: []string{"Artesanal", "Pequeno", "Grande", "Azul", "Vermelho", "Gravado", "Clássico", "Moderno", "Elegante", "Resistente", "Macio", "Sustentável"},
		nouns: []string{
			"caneca de café", "bule de chá", "jogo de xadrez", "colar", "mochila", "tesoura de jardim", "vela perfumada", "lâmpada", "manta", "boneca",
			"copo de vinho", "livro de receitas", "violão", "relógio", "gorro", "vara de pesca", "kit de pintura", "blocos de montar", "bombons", "luvas",
		},
		uses: []string{"de madeira", "para a cozinha", "para crianças", "de cerâmica", "para o jardim", "com gravação", "de algodão", "para viagem"},
		sentences: []string{
			"%s %s %s que alegra todos os dias.", "O nosso %s %s %s é um belo presente de aniversário.",
			"Feito com muito carinho: %s %s %s.", "Este %s %s %s vem em uma caixa e está pronto para usar.",
		},
		types: []string{"Casa > Cozinha", "Jardim", "Brinquedos > Jogos", "Joias", "Roupas > Acessórios", "Esporte e lazer", "Livros", "Casa > Decoração"},
	},
}

var (
	englishAdjectives = []string{"Handmade", "Small", "Large", "Blue", "Red", "Engraved", "Classic", "Modern", "Elegant", "Sturdy", "Soft", "Sustainable"}
	englishNouns      = []string{
		"coffee mug", "teapot", "chess set", "necklace", "hiking backpack", "garden shears", "scented candle", "lamp", "blanket", "doll",
		"wine glass", "cookbook", "guitar", "watch", "beanie", "fishing rod", "painting set", "building blocks", "chocolates", "gloves",
	}
	englishUses      = []string{"made of wood", "for the kitchen", "for kids", "in ceramic", "for the garden", "with engraving", "in cotton", "for travel"}
	englishSentences = []string{
		"A %s %s %s that brings joy every day.", "Our %s %s %s is a lovely present for a birthday.",
		"Made with much love and care: %s %s %s.", "The %s %s %s comes in a box and is ready to use.",
	}
	englishTypes = []string{"Home > Kitchen", "Garden", "Toys > Games", "Jewelry", "Clothing > Accessories", "Sports and outdoors", "Books", "Home > Decor"}
)
