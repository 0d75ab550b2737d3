// How a color is edited in the dashboard: as text, beside a sample of it.
export default class extends HTMLElement {
  #text = document.createElement('input');
  #sample = document.createElement('span');

  connectedCallback() {
    Object.assign(this.style, { display: 'flex', gap: '0.6em', alignItems: 'center' });
    Object.assign(this.#sample.style, { width: '3em', height: '1.5em', borderRadius: '0.3em' });
    this.#text.oninput = () => this.dispatchEvent(new CustomEvent('inkwell:change', { detail: this.#text.value }));
    this.replaceChildren(this.#text, this.#sample);
  }

  update({ value, field, readonly }) {
    this.#text.value = typeof value === 'string' ? value : JSON.stringify(value);
    Object.assign(this.#text, { readOnly: readonly, ariaLabel: field.title });
    this.#sample.style.background = this.#text.value;
  }
}
