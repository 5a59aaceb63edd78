/** What programs of other companies read. */
export const feedChannels = ['google', 'meta'] as const;
export type FeedChannel = (typeof feedChannels)[number];

export const feedPaths = {
  channel: (channel: FeedChannel) => `/feeds/${channel}.xml`,
  /** The newest products, as RSS. */
  newest: () => '/feeds/new.xml',
} as const;
