/** What programs of other companies read. */
export const feedChannels = ['google', 'meta'] as const;
export type FeedChannel = (typeof feedChannels)[number];

export const feedPaths = {
  channel: (channel: FeedChannel) => `/feeds/${channel}.xml`,
} as const;
