interface Failure {
  message: string;
  code?: string | undefined;
  details?: string | undefined;
  hint?: string | undefined;
}

/** An error of the database or the auth server, with its own code; never shown to users as it is. */
export class DatabaseError extends Error {
  /** SQLSTATE; empty if the database was not reached. */
  readonly code: string;
  readonly details: string;
  readonly hint: string;
  readonly status: number;
  constructor({ message, code = '', details = '', hint = '' }: Failure, status: number) {
    super(message);
    this.name = 'DatabaseError';
    this.code = code;
    this.details = details;
    this.hint = hint;
    this.status = status;
  }
}
