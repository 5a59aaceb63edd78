/**
 * Keeps the choices of a product page in sync with its URL (`?color=&size=`), so that Back, Reload and the login preserve them.
 */
const names = ['color', 'size'] as const;

const radiosOf = (name: string) =>
  [...document.querySelectorAll<HTMLInputElement>('form.buy input[type="radio"]')].filter(
    (it) => it.name === name,
  );
const chosen = (name: string) => radiosOf(name).find((it) => it.checked);

/** Shows the chosen colour next to its label, the SKU, and all choices, or the next one to make, in the phone's bar. */
function sayChoice(): void {
  const name = document.querySelector('[data-colour-name]');
  if (name) name.textContent = chosen('color')?.dataset['name'] ?? '';
  const choice = document.querySelector('[data-choice]');
  const open = document.querySelector<HTMLElement>('form.buy [data-question]:not(:has(:checked))');
  const all = names.map((it) => chosen(it)).map((it) => it?.dataset['name'] ?? it?.value);
  if (choice) choice.textContent = open?.dataset['question'] ?? all.filter(Boolean).join(', ');
  const place = document.querySelector<HTMLElement>('[data-skus]');
  const skus = JSON.parse(place?.dataset['skus'] ?? '{}') as Record<string, string>;
  const sku = skus[names.map((it) => chosen(it)?.value ?? '').join('\n')];
  if (place) place.textContent = sku ? `SKU ${sku}` : '';
  document.dispatchEvent(new Event('choice'));
}

function writeAddress(): void {
  const address = new URL(location.href);
  for (const name of names) {
    const { value } = chosen(name) ?? {};
    // A single option need not be mentioned.
    if (value && radiosOf(name).length > 1) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  history.replaceState(history.state, '', address);
  sayChoice();
}

/** Browsers restore the choices of an earlier visit, whatever the URL says. */
function readAddress(): void {
  const { searchParams } = new URL(location.href);
  for (const name of names) {
    const radios = radiosOf(name);
    for (const radio of radios) {
      radio.checked = radios.length === 1 || radio.value === searchParams.get(name);
    }
  }
  sayChoice();
}

/** Calls back for each colour chosen in the form or by the URL. Returns a function that chooses one. */
export function startChoice(showColour: (colour: string) => void): (colour: string) => void {
  const start = (): void => {
    readAddress();
    const colour = chosen('color')?.value;
    if (colour) showColour(colour);
  };
  start();
  addEventListener('pageshow', start);
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest('form.buy')) return;
    writeAddress();
    if (target.name === 'color') showColour(target.value);
  });
  return (colour) => {
    const radio = radiosOf('color').find((it) => it.value === colour);
    if (!radio) return;
    radio.checked = true;
    writeAddress();
  };
}
