/** A test double of a payment provider, with its API, pages and signed webhooks. Never deployed. */
export interface Sandbox {
  fetch(request: Request): Promise<Response>;
  /** Sends the webhooks that an earlier run could not deliver. */
  resume(): Promise<void>;
  stop(): void;
}
