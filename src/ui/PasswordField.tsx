import { Eye } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { WithLabel, type Field } from './Field.tsx';
import style from './PasswordField.module.css';

type PasswordFieldProps = ComponentProps<typeof Field> & {
  readonly autoComplete: 'current-password' | 'new-password';
};

/** A password with a button that shows it. It is hidden again when the form is sent. */
export function PasswordField({ label, error, hint, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const field = () => box.current?.querySelector('input');

  // Browsers remember what was sent, except for passwords.
  useEffect(() => {
    const form = field()?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  const toggle = () => {
    setShown(!shown);
    const element = field();
    if (!element || element !== document.activeElement) return;
    const { selectionStart, selectionEnd } = element;
    // Browsers move the caret after the type has changed.
    requestAnimationFrame(() => element.setSelectionRange(selectionStart, selectionEnd));
  };
  return (
    <WithLabel {...{ label, error, hint, className }}>
      {(said) => (
        <div ref={box} className={style.box}>
          <input
            {...input}
            {...said}
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize={shown ? 'none' : undefined}
          />
          <button
            type="button"
            className={style.toggle}
            aria-pressed={shown}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={toggle}
          >
            <Eye size={20} strokeWidth={1.5} aria-hidden="true">
              {shown && <path d="m3 3 18 18" />}
            </Eye>
            <span className="visually-hidden">Show {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </WithLabel>
  );
}
