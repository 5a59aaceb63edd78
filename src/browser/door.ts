import { requestOpening } from '../api/opening.ts';
import { maySignIn } from '../api/tokens.ts';

const form = document.querySelector<HTMLFormElement>('[data-door]');
const field = form?.querySelector('input');
const error = form?.querySelector<HTMLElement>('[role="alert"]');
const done = document.querySelector<HTMLElement>('[data-door-done]');

async function send(email: string): Promise<void> {
  const reply = await requestOpening({ email });
  if (reply.ok && form && done) {
    form.hidden = true;
    done.hidden = false;
    done.textContent = reply.message;
    done.focus();
  } else if (!reply.ok && reply.code === 'already_open') location.reload();
  else if (!reply.ok && error && field) {
    error.textContent = reply.issues[0]?.message ?? reply.message;
    error.hidden = false;
    field.ariaInvalid = 'true';
    field.focus();
  }
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  if (!button || !field || button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  void send(field.value).finally(() => {
    button.ariaBusy = null;
  });
});

/** When this tab last asked: a browser that refuses the cookie would load the door again and again. */
const asked = 'previewAskedAt';

// The browser of an administrator goes in.
if (maySignIn('admin') && Date.now() - Number(sessionStorage.getItem(asked)) > 60_000) {
  sessionStorage.setItem(asked, String(Date.now()));
  const { ok } = await fetch('/session/preview', { method: 'POST' });
  if (ok) location.reload();
}
