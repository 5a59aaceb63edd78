/** A time of Postgres as the API writes it. */
export const toTime = (text: string) => new Date(text).toISOString();
