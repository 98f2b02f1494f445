/** Collects the keys that the user types between opening a dialog and its field having the focus: its script may still load. */
export class TypedAhead {
  private text = "";
  private listening: AbortController | null = null;

  /** Keys go to the dialog from now on. Escape calls `onEscape`. */
  start(onEscape: () => void): void {
    this.take();
    this.listening = new AbortController();
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") {
        this.take();
        onEscape();
      } else if (event.key === "Backspace") this.text = this.text.slice(0, -1);
      else if (event.key.length === 1) this.text += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", onKey, { capture: true, signal: this.listening.signal });
  }

  /** Stops collecting and returns the text. */
  take(): string {
    this.listening?.abort();
    this.listening = null;
    const { text } = this;
    this.text = "";
    return text;
  }
}
