package briefs

// A tongue is the words of one language that briefs are made of.
type tongue struct {
	occasions []string
	people    []string
	loves     []string // a sentence of a person and two interests
	interests []string
	age       string // a clause with a number
}

var tongues = []tongue{
	english, english, english, // Half of the briefs.
	german, spanish, french,
}

var english = tongue{
	occasions: []string{"birthday", "Christmas", "wedding", "anniversary", "Mother's Day", "graduation", "housewarming", "retirement", "thank you", "Valentine's Day"},
	people: []string{
		"my sister", "a friend", "my dad", "my mum", "our neighbour", "a coworker", "my boss", "my nephew", "my wife", "my husband", "grandma", "his teacher",
	},
	loves: []string{"%s, who loves %s and %s", "%s: %s, also %s", "%s, into %s but tired of %s", "something for %s who likes %s and a little %s"},
	interests: []string{
		"board games", "gardening", "coffee", "cooking", "hiking", "chess", "fishing", "reading", "painting", "guitar", "tea", "wine", "baking",
		"photography", "yoga", "travel", "knitting", "camping", "cycling", "jewelry", "candles", "chocolate", "dinosaurs", "building blocks",
	},
	age: ", turning %d",
}

var german = tongue{
	occasions: []string{"Geburtstag", "Weihnachten", "Hochzeit", "Jahrestag", "Muttertag", "Abschluss", "Einzug", "Ruhestand", "Dankeschön", "Valentinstag"},
	people: []string{
		"meine Schwester", "ein Freund", "mein Vater", "meine Mutter", "unsere Nachbarin", "ein Kollege", "mein Chef", "mein Neffe", "meine Frau", "mein Mann", "Oma",
	},
	loves: []string{"%s liebt %s und %s", "%s, mag %s und auch %s", "etwas für %s: %s, aber kein %s"},
	interests: []string{
		"Brettspiele", "Gartenarbeit", "Kaffee", "Kochen", "Wandern", "Schach", "Angeln", "Lesen", "Malen", "Gitarre", "Tee", "Wein", "Backen",
		"Fotografie", "Yoga", "Reisen", "Stricken", "Camping", "Radfahren", "Schmuck", "Kerzen", "Schokolade", "Dinosaurier",
	},
	age: ", wird %d Jahre alt",
}

var spanish = tongue{
	occasions: []string{"cumpleaños", "Navidad", "boda", "aniversario", "Día de la Madre", "graduación", "casa nueva", "jubilación", "agradecimiento", "San Valentín"},
	people: []string{
		"mi hermana", "un amigo", "mi padre", "mi madre", "nuestra vecina", "un compañero de trabajo", "mi jefe", "mi sobrino", "mi esposa", "mi marido", "la abuela",
	},
	loves: []string{"a %s le gusta %s y %s", "%s, le encanta %s y también %s", "algo para %s: %s, pero sin %s"},
	interests: []string{
		"los juegos de mesa", "la jardinería", "el café", "la cocina", "el senderismo", "el ajedrez", "la pesca", "la lectura", "la pintura", "la guitarra", "el té",
		"el vino", "la repostería", "la fotografía", "el yoga", "los viajes", "el camping", "el ciclismo", "la joyería", "las velas", "el chocolate", "los dinosaurios",
	},
	age: ", cumple %d años",
}

var french = tongue{
	occasions: []string{"anniversaire", "Noël", "mariage", "fête des mères", "diplôme", "pendaison de crémaillère", "départ à la retraite", "remerciement", "Saint-Valentin"},
	people: []string{
		"ma sœur", "un ami", "mon père", "ma mère", "notre voisine", "un collègue", "mon chef", "mon neveu", "ma femme", "mon mari", "mamie",
	},
	loves: []string{"%s aime %s et %s", "%s, passionné par %s et aussi %s", "quelque chose pour %s : %s, mais pas %s"},
	interests: []string{
		"les jeux de société", "le jardinage", "le café", "la cuisine", "la randonnée", "les échecs", "la pêche", "la lecture", "la peinture", "la guitare", "le thé",
		"le vin", "la pâtisserie", "la photographie", "le yoga", "les voyages", "le tricot", "le camping", "le vélo", "les bijoux", "les bougies", "le chocolat",
	},
	age: ", qui aura %d ans",
}
