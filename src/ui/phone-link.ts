/** The address that calls a phone number, which may be written with spaces and signs. */
export const phoneLink = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
