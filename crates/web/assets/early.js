// Before the first paint: the player's own theme and language.
try {
  const prefs = JSON.parse(localStorage.getItem("daikaiju.prefs") || "{}");
  if (prefs.theme === "light" || prefs.theme === "dark") document.documentElement.dataset.theme = prefs.theme;
  if (prefs.text > 100) document.documentElement.dataset.text = prefs.text;
  if (prefs.lang) document.documentElement.lang = prefs.lang;
} catch {
  // Storage is forbidden: the system's theme and the browser's language do.
}
