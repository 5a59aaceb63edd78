type Message = readonly [what: 'hello' | 'here' | 'bye', who: string];

/** Tracks other tabs of the shop, synchronously readable while a page unloads. */
export function watchOtherTabs(): { any(): boolean } {
  const others = new Set<string>();
  const own = crypto.randomUUID();
  let channel: BroadcastChannel;

  const say = (what: Message[0]) => channel.postMessage([what, own] satisfies Message);
  const enter = () => {
    others.clear();
    channel = new BroadcastChannel('hemline-tabs');
    channel.addEventListener('message', ({ data: [what, who] }: MessageEvent<Message>) => {
      if (what === 'bye') others.delete(who);
      else others.add(who);
      if (what === 'hello') say('here');
    });
    say('hello');
  };

  enter();
  addEventListener('pagehide', () => {
    say('bye');
    // Messages must not wake a page in the back/forward cache.
    channel.close();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) enter();
  });
  return { any: () => others.size > 0 };
}
