// What the browser remembers for the page; some let no page keep anything.

export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is as if it was the first time, the next time.
  }
}
