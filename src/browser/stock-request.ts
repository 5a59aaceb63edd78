import { requestStock } from '../api/stock-requests.ts';
import { maySignIn } from '../api/tokens.ts';
import { readProfile } from '../stores/profile.ts';
import { moveWithToast } from '../stores/toasts.ts';
import type { Choice } from '../storefront/stock.ts';

const form = document.querySelector<HTMLFormElement>('[data-stock-request]');
const field = form?.querySelector('input');
const error = form?.querySelector<HTMLElement>('[role="alert"]');
const done = document.querySelector<HTMLElement>('[data-stock-requested]');

/** The requests made on this page, with their responses. */
const answers = new Map<string, string>();
let wished: Choice | null = null;

function sayError(text: string): void {
  if (!error || !field) return;
  error.textContent = text;
  error.hidden = !text;
  field.ariaInvalid = text ? 'true' : null;
  if (text) field.focus();
}

/** Shows the form for a sold-out choice, or its response; hides both for null. */
export function showRequest(choice: Choice | null): void {
  wished = choice;
  const answer = choice && answers.get(JSON.stringify(choice));
  if (form) form.hidden = !choice || Boolean(answer);
  if (!done) return;
  done.hidden = !answer;
  done.textContent = answer ?? '';
}

async function send(productId: string, email: string): Promise<void> {
  const choice = wished;
  if (!choice) return;
  const reply = await requestStock(productId, { ...choice, email });
  if (reply.ok) {
    sayError('');
    answers.set(JSON.stringify(choice), reply.message);
    showRequest(wished);
    done?.focus();
  } else if (reply.code === 'in_stock') {
    moveWithToast(location.pathname + location.search, 'info', reply.message);
  } else sayError(reply.issues[0]?.message ?? reply.message);
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  if (!button || !field || button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  void send(form.dataset['stockRequest'] ?? '', field.value).finally(() => {
    button.ariaBusy = null;
  });
});

if (maySignIn('user')) {
  void readProfile().then((it) => {
    // Not while the customer types another one.
    if (field && it.ok && document.activeElement !== field) field.value ||= it.user.email;
  });
}
