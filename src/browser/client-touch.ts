import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: boolean;
  }
}

/** `client:touch` hydrates an island when it is first pointed at or focused, for rarely used islands. */
const touch: ClientDirective = (load, _options, island) => {
  const wake = async (): Promise<void> => {
    const hydrate = await load();
    await hydrate();
  };
  const types = ['pointerover', 'focusin'];
  const onTouch = (): void => {
    for (const type of types) island.removeEventListener(type, onTouch);
    // Offline, the next interaction retries.
    wake().catch(listen);
  };
  const listen = (): void => {
    for (const type of types) island.addEventListener(type, onTouch);
  };
  listen();
  if (island.contains(document.activeElement)) onTouch();
};

export default touch;
