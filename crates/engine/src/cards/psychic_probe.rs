//! Psychic Probe.

use crate::power::Power;

/// First edition: Once during each other monster's turn you may make one of its dice be rerolled; on a heart discard this card.
///
/// Second edition: Once another monster has finished rolling you may reroll one of its dice; a heart result discards this card.
pub(crate) const POWER: Power = Power {
    probes: true,
    texts: [
        "Once during each other monster's turn you may make one of its dice be rerolled; on a heart discard this card.",
        "Once another monster has finished rolling you may reroll one of its dice; a heart result discards this card.",
    ],
    ..Power::card(
        "Psychic Probe",
        3,
        "Once another monster has finished rolling you may reroll one of its dice; a heart result discards this card.",
    )
};
