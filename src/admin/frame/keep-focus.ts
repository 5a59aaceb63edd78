/** When what has the focus disappears from a screen, as a deleted row does, the nearest element around it gets the focus. */
export function keepFocus(screen: HTMLElement): void {
  let layer: Element = screen;
  /** What had the focus when a dialog was opened, and the elements around it, innermost first. */
  let opener: readonly HTMLElement[] = [];
  /** The same for the last focus. */
  let around: readonly HTMLElement[] = [];
  function isLost(): boolean {
    const [held] = around;
    const { activeElement: active, body } = document;
    // A hidden element is still the active one until the page is rendered.
    return held?.checkVisibility() === false && (active === body || active === held);
  }

  screen.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const within = target.closest('dialog') ?? screen;
    if (within !== layer) opener = within === screen ? [] : around;
    layer = within;
    const found: HTMLElement[] = [];
    let it: HTMLElement | null = target;
    while (it && within.contains(it)) {
      found.push(it);
      it = it.parentElement;
    }
    around = [...found, ...opener];
  });
  function restore(): void {
    if (!isLost()) return;
    around.find((it) => {
      if (it.tabIndex < 0) it.tabIndex = -1;
      it.focus({ preventScroll: true });
      return it === document.activeElement;
    });
  }
  // Later, so that a component can focus what it prefers, and a dialog can close.
  new MutationObserver(() => {
    if (isLost()) setTimeout(restore);
  }).observe(screen, { childList: true, subtree: true, attributeFilter: ['open'] });
}
