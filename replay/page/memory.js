// What a reader chose is kept for the next page, where the browser lets a page keep anything.
function remember(name, value) {
  try {
    localStorage.setItem(`ludograph-${name}`, value);
  } catch {
    // A page in a frame, or one in private, forgets.
  }
}

function remembered(name) {
  try {
    return localStorage.getItem(`ludograph-${name}`);
  } catch {
    return null;
  }
}

function asBefore() {
  const theme = remembered('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  const pace = PACES.indexOf(Number(remembered('pace')));
  byId('pace').selectedIndex = pace < 0 ? PACES.indexOf(2) : pace;
}
