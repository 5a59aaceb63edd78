interface Refused {
  message: string;
  code?: string | undefined;
  details?: string | undefined;
  hint?: string | undefined;
}

/** What the database or the auth server refused, with its own code; never shown to people as it is. */
export class DatabaseError extends Error {
  /** SQLSTATE; empty where the database was not reached. */
  readonly code: string;
  readonly details: string;
  readonly hint: string;
  readonly status: number;
  constructor({ message, code = '', details = '', hint = '' }: Refused, status: number) {
    super(message);
    this.name = 'DatabaseError';
    this.code = code;
    this.details = details;
    this.hint = hint;
    this.status = status;
  }
}
