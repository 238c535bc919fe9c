//! The words of the terminal alone, in six languages: all others come from the crate `texts`.
//!
//! Every message is a whole sentence or label; `{name}` is filled in. The order is English, Icelandic, Polish, Czech,
//! Dutch, Italian.

use texts::Lang;

/// The words that only a terminal needs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Words(pub(crate) Lang);

macro_rules! words {
    ($($name:ident $(($($arg:ident),+))?: $en:literal, $is:literal, $pl:literal, $cs:literal, $nl:literal, $it:literal;)+) => {
        impl Words {
            $(words!(one $name $(($($arg),+))?: [$en, $is, $pl, $cs, $nl, $it]);)+
        }
        #[cfg(test)]
        const ALL: &[[&str; 6]] = &[$([$en, $is, $pl, $cs, $nl, $it],)+];
    };
    (one $name:ident: $six:expr) => {
        pub(crate) const fn $name(self) -> &'static str { $six[self.0 as usize] }
    };
    (one $name:ident($($arg:ident),+): $six:expr) => {
        pub(crate) fn $name(self, $($arg: impl ToString),+) -> String {
            let mut text = $six[self.0 as usize].to_owned();
            $(text = text.replace(concat!("{", stringify!($arg), "}"), &$arg.to_string());)+
            text
        }
    };
}

words! {
    hint: "Hint", "Ábending", "Podpowiedź", "Rada", "Tip", "Consiglio";
    log: "Log", "Atburðir", "Dziennik", "Záznam", "Verslag", "Registro";
    scroll: "Scroll", "Fletta", "Przewiń", "Posunout", "Bladeren", "Scorri";
    skip_all: "Skip to the end", "Fara að lokum", "Przejdź do końca", "Přejít na konec", "Naar het einde", "Vai alla fine";
    enter: "Enter", "Enter", "Enter", "Enter", "Enter", "Invio";
    space: "Space", "Bil", "Spacja", "Mezerník", "Spatie", "Spazio";
    take_marked: "Take ▸", "Velja ▸", "Wybierz ▸", "Vybrat ▸", "Kies ▸", "Scegli ▸";
    no_dice_yet: "No dice yet", "Engir teningar enn", "Jeszcze bez kostek", "Zatím žádné kostky", "Nog geen dobbelstenen", "Ancora nessun dado";
    keep_all: "keep all dice, or release all", "geyma alla teninga eða sleppa öllum", "zachowaj wszystkie kostki albo zwolnij wszystkie", "ponechat všechny kostky, nebo uvolnit všechny", "alle dobbelstenen houden, of alle loslaten", "tieni tutti i dadi, o lasciali tutti";
    which_dice: "Choose the dice to roll again, then press Enter.", "Veldu teningana sem á að kasta aftur og ýttu á Enter.", "Wybierz kostki do ponownego rzutu i naciśnij Enter.", "Vyber kostky k přehození a stiskni Enter.", "Kies de dobbelstenen die je opnieuw werpt en druk op Enter.", "Scegli i dadi da rilanciare, poi premi Invio.";
    which_die: "Press the number of the die to change.", "Ýttu á númer teningsins sem á að breyta.", "Naciśnij numer kostki, którą zmieniasz.", "Stiskni číslo kostky, kterou změníš.", "Druk op het nummer van de dobbelsteen die je verandert.", "Premi il numero del dado da cambiare.";
    which_face: "What should it show?", "Hvað á hann að sýna?", "Co ma pokazywać?", "Co má ukazovat?", "Wat moet hij tonen?", "Che cosa deve mostrare?";
    no_such_key: "That key does nothing here; press ? for help.", "Þessi lykill gerir ekkert hér; ýttu á ? til að fá hjálp.", "Ten klawisz nic tu nie robi; ? pokazuje pomoc.", "Tato klávesa tu nic nedělá; ? ukáže nápovědu.", "Die toets doet hier niets; druk op ? voor hulp.", "Questo tasto qui non fa nulla; premi ? per l'aiuto.";
    see_dice: "These are your dice. Enter goes on.", "Þetta eru teningarnir þínir. Enter heldur áfram.", "To są twoje kostki. Enter gra dalej.", "Tohle jsou tvé kostky. Enter pokračuje.", "Dit zijn je dobbelstenen. Enter gaat verder.", "Ecco i tuoi dadi. Invio continua.";
    thinks(name): "{name} is thinking …", "{name} hugsar …", "{name} myśli …", "{name} přemýšlí …", "{name} denkt na …", "{name} sta pensando …";
    quit_again: "The game is saved. Press q again to leave.", "Leikurinn er vistaður. Ýttu aftur á q til að fara.", "Gra jest zapisana. Naciśnij q jeszcze raz, aby wyjść.", "Hra je uložená. Stiskni q znovu a odejdeš.", "Het spel is bewaard. Druk nog eens op q om te vertrekken.", "La partita è salvata. Premi ancora q per uscire.";
    too_small: "This window is too small: the game needs at least 60 columns and 18 lines.", "Glugginn er of lítill: leikurinn þarf að minnsta kosti 60 dálka og 18 línur.", "To okno jest za małe: gra potrzebuje co najmniej 60 kolumn i 18 wierszy.", "Toto okno je příliš malé: hra potřebuje aspoň 60 sloupců a 18 řádků.", "Dit venster is te klein: het spel heeft minstens 60 kolommen en 18 regels nodig.", "Questa finestra è troppo piccola: servono almeno 60 colonne e 18 righe.";
    nothing_to_hint: "A hint is possible only while you are asked something.", "Ábending fæst aðeins þegar þú ert spurður.", "Podpowiedź jest możliwa tylko wtedy, gdy gra o coś pyta.", "Rada je možná, jen když se tě hra na něco ptá.", "Een tip is alleen mogelijk als je iets gevraagd wordt.", "Un consiglio è possibile solo quando ti viene chiesto qualcosa.";
    hint_title: "What the strongest bot would say", "Hvað sterkasta vélmennið myndi segja", "Co powiedziałby najsilniejszy bot", "Co by řekl nejsilnější bot", "Wat de sterkste bot zou zeggen", "Che cosa direbbe il bot più forte";
    odds_title: "Odds with best play for it", "Líkur ef stefnt er að því", "Szanse przy najlepszej grze o to", "Šance při nejlepší hře o to", "Kansen als je er het beste voor speelt", "Probabilità giocando al meglio per averlo";
    order_on: "From now on you choose the order of your dice.", "Héðan í frá velur þú röð teninganna.", "Od teraz wybierasz kolejność swoich kostek.", "Od teď volíš pořadí svých kostek.", "Vanaf nu kies je de volgorde van je dobbelstenen.", "D'ora in poi scegli tu l'ordine dei tuoi dadi.";
    order_off: "From now on your dice are resolved in the usual order.", "Héðan í frá gilda teningarnir í venjulegri röð.", "Od teraz kostki działają w zwykłej kolejności.", "Od teď se kostky vyhodnocují v obvyklém pořadí.", "Vanaf nu gelden je dobbelstenen in de gewone volgorde.", "D'ora in poi i tuoi dadi si risolvono nell'ordine consueto.";
    unfinished_title: "An unfinished game is saved.", "Ókláraður leikur er vistaður.", "Jest zapisana nieskończona gra.", "Je uložená nedohraná hra.", "Er is een onvoltooid spel bewaard.", "C'è una partita salvata da finire.";
    resume_it: "Go on with it", "Halda honum áfram", "Graj dalej", "Pokračovat v ní", "Ermee doorgaan", "Continuala";
    start_new: "Start a new game; the unfinished one is kept beside it", "Byrja nýjan leik; hinn er geymdur", "Zacznij nową grę; nieskończona zostanie zachowana", "Začít novou hru; nedohraná se uchová", "Een nieuw spel beginnen; het onvoltooide blijft bewaard", "Inizia una nuova partita; quella da finire resta conservata";
    more: "more", "fleira", "więcej", "další", "meer", "altre";
    key_any_choice: "take the choice with this key", "velja kostinn með þessum lykli", "wybierz możliwość z tym klawiszem", "vybrat možnost s touto klávesou", "de keuze met deze toets nemen", "prendi la scelta con questo tasto";
    key_arrows: "move the mark; Enter takes the marked choice", "færa merkið; Enter velur merkta kostinn", "przesuń znacznik; Enter wybiera zaznaczone", "posunout značku; Enter vybere označené", "het teken verplaatsen; Enter neemt de gemerkte keuze", "sposta il segno; Invio prende la scelta segnata";
    key_hint: "hint: the best answers and the odds", "ábending: bestu svörin og líkurnar", "podpowiedź: najlepsze odpowiedzi i szanse", "rada: nejlepší odpovědi a šance", "tip: de beste antwoorden en de kansen", "consiglio: le risposte migliori e le probabilità";
    key_cards: "all cards on the table with their texts", "öll spil á borðinu með textum", "wszystkie karty na stole z opisami", "všechny karty na stole s texty", "alle kaarten op tafel met hun teksten", "tutte le carte sul tavolo con i testi";
    key_log: "everything that has happened", "allt sem hefur gerst", "wszystko, co się stało", "vše, co se stalo", "alles wat er gebeurd is", "tutto quello che è successo";
    key_order: "choose the order of your dice yourself, or not", "velja röð teninganna eða ekki", "wybieraj kolejność kostek albo nie", "volit pořadí kostek, nebo ne", "zelf de volgorde van je dobbelstenen kiezen, of niet", "scegli tu l'ordine dei dadi, oppure no";
    key_speed: "bots faster or slower", "vélmenni hraðar eða hægar", "boty szybciej lub wolniej", "boti rychleji nebo pomaleji", "bots sneller of langzamer", "bot più veloci o più lenti";
    key_quit: "leave; the game is saved and goes on next time", "fara; leikurinn er vistaður og heldur áfram næst", "wyjdź; gra jest zapisana i poczeka", "odejít; hra je uložená a příště pokračuje", "vertrekken; het spel is bewaard en gaat later verder", "esci; la partita è salvata e continua la prossima volta";
    input_ended: "The input has ended.", "Inntakinu er lokið.", "Wejście się skończyło.", "Vstup skončil.", "De invoer is afgelopen.", "L'input è finito.";
    your_choice: "Your choice: ", "Val þitt: ", "Twój wybór: ", "Tvoje volba: ", "Jouw keuze: ", "La tua scelta: ";
    dice_now: "Dice:", "Teningar:", "Kostki:", "Kostky:", "Dobbelstenen:", "Dadi:";
    cannot_roll: "These dice cannot be rolled now.", "Þessum teningum er ekki hægt að kasta núna.", "Tymi kostkami nie można teraz rzucić.", "Těmito kostkami teď nelze hodit.", "Deze dobbelstenen kun je nu niet werpen.", "Questi dadi ora non si possono lanciare.";
    type_dice: "Or type `keep` and the numbers of the dice you keep, such as `keep 1 4`; the others are rolled. `roll 2 3` rolls just those.", "Eða skrifaðu `keep` og númer teninganna sem þú geymir, til dæmis `keep 1 4`; hinum er kastað. `roll 2 3` kastar aðeins þeim.", "Albo wpisz `keep` i numery kostek, które zostają, na przykład `keep 1 4`; pozostałe są rzucane. `roll 2 3` rzuca tylko tymi.", "Nebo napiš `keep` a čísla kostek, které si necháš, třeba `keep 1 4`; ostatními se hodí. `roll 2 3` hodí jen těmito.", "Of typ `keep` en de nummers van de dobbelstenen die je houdt, zoals `keep 1 4`; de andere worden geworpen. `roll 2 3` werpt alleen die.", "Oppure scrivi `keep` e i numeri dei dadi da tenere, per esempio `keep 1 4`; gli altri vengono lanciati. `roll 2 3` lancia solo quelli.";
    help_number: "Type the number of a choice and press Enter.", "Skrifaðu númer kosts og ýttu á Enter.", "Wpisz numer możliwości i naciśnij Enter.", "Napiš číslo možnosti a stiskni Enter.", "Typ het nummer van een keuze en druk op Enter.", "Scrivi il numero di una scelta e premi Invio.";
    help_words: "`hint`: the best answers and the odds. `table`: who has what. `cards`: all cards with their texts. `rules`: the rules in short. `order`: choose the order of your dice, or not. `quit`: leave; the game is saved.", "`hint`: bestu svörin og líkurnar. `table`: hver á hvað. `cards`: öll spil með textum. `rules`: reglurnar í stuttu máli. `order`: velja röð teninganna eða ekki. `quit`: fara; leikurinn er vistaður.", "`hint`: najlepsze odpowiedzi i szanse. `table`: kto co ma. `cards`: wszystkie karty z opisami. `rules`: zasady w skrócie. `order`: wybieraj kolejność kostek albo nie. `quit`: wyjdź; gra jest zapisana.", "`hint`: nejlepší odpovědi a šance. `table`: kdo co má. `cards`: všechny karty s texty. `rules`: pravidla v kostce. `order`: volit pořadí kostek, nebo ne. `quit`: odejít; hra je uložená.", "`hint`: de beste antwoorden en de kansen. `table`: wie wat heeft. `cards`: alle kaarten met hun teksten. `rules`: de regels in het kort. `order`: zelf de volgorde van je dobbelstenen kiezen, of niet. `quit`: vertrekken; het spel is bewaard.", "`hint`: le risposte migliori e le probabilità. `table`: chi ha che cosa. `cards`: tutte le carte con i testi. `rules`: le regole in breve. `order`: scegli tu l'ordine dei dadi, oppure no. `quit`: esci; la partita è salvata.";
    saved_in(file): "The game is saved in {file}; go on with --resume.", "Leikurinn er vistaður í {file}; haltu áfram með --resume.", "Gra jest zapisana w {file}; graj dalej z --resume.", "Hra je uložená v {file}; pokračuj s --resume.", "Het spel is bewaard in {file}; ga verder met --resume.", "La partita è salvata in {file}; continua con --resume.";
    record_in(file): "The record of the game is in {file}.", "Skrá leiksins er í {file}.", "Zapis gry jest w {file}.", "Záznam hry je v {file}.", "Het verslag van het spel staat in {file}.", "La registrazione della partita è in {file}.";
    speed_is(speed): "Speed of the bots: {speed}.", "Hraði vélmenna: {speed}.", "Szybkość botów: {speed}.", "Rychlost botů: {speed}.", "Snelheid van de bots: {speed}.", "Velocità dei bot: {speed}.";
    seed_is(seed): "Seed of this game: {seed}.", "Fræ þessa leiks: {seed}.", "Ziarno tej gry: {seed}.", "Semínko této hry: {seed}.", "Zaad van dit spel: {seed}.", "Seme di questa partita: {seed}.";
    not_a_choice(line, count): "`{line}` is not a choice: type a number from 1 to {count}, or ? for help.", "`{line}` er enginn kostur: skrifaðu tölu frá 1 til {count}, eða ? til að fá hjálp.", "`{line}` to nie możliwość: wpisz liczbę od 1 do {count} albo ? po pomoc.", "`{line}` není možnost: napiš číslo od 1 do {count}, nebo ? pro nápovědu.", "`{line}` is geen keuze: typ een getal van 1 tot {count}, of ? voor hulp.", "`{line}` non è una scelta: scrivi un numero da 1 a {count}, o ? per l'aiuto.";
    not_dice(line, count): "`{line}` names no dice: write numbers from 1 to {count} with spaces.", "`{line}` nefnir enga teninga: skrifaðu tölur frá 1 til {count} með bilum.", "`{line}` nie wskazuje kostek: wpisz liczby od 1 do {count} ze spacjami.", "`{line}` neoznačuje kostky: napiš čísla od 1 do {count} s mezerami.", "`{line}` noemt geen dobbelstenen: schrijf getallen van 1 tot {count} met spaties.", "`{line}` non indica dadi: scrivi numeri da 1 a {count} con spazi.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_has_its_placeholders_in_every_language() {
        let slots = |text: &str| {
            let mut found: Vec<String> = text
                .split('{')
                .skip(1)
                .filter_map(|rest| rest.split_once('}'))
                .map(|(name, _)| name.to_owned())
                .collect();
            found.sort();
            found
        };
        for six in ALL {
            for text in six {
                assert!(!text.trim().is_empty());
                assert_eq!(slots(text), slots(six[0]), "{text}");
            }
        }
        assert_eq!(Words(Lang::It).speed_is("veloce"), "Velocità dei bot: veloce.");
    }
}
