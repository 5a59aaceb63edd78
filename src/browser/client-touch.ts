import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: boolean;
  }
}

/** `client:touch`: the script of an island comes once somebody points at it or focuses it, for what few people use. */
const touch: ClientDirective = (load, _options, island) => {
  const wake = async (): Promise<void> => {
    const hydrate = await load();
    await hydrate();
  };
  const types = ['pointerover', 'focusin'];
  const onTouch = (): void => {
    for (const type of types) island.removeEventListener(type, onTouch);
    // Without a connection the next touch tries again.
    wake().catch(listen);
  };
  const listen = (): void => {
    for (const type of types) island.addEventListener(type, onTouch);
  };
  listen();
  if (island.contains(document.activeElement)) onTouch();
};

export default touch;
