/** Texts about the time zone of the shop. */
export const timeZoneMessages = { saved: 'Time zone saved.' } as const;
