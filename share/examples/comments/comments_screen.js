// The entries that wait for approval, as a screen of the dashboard.
export default class extends HTMLElement {
  async update({ bucket }, { ask }) {
    const path = `/buckets/${bucket}/comments`;
    const { comments, total } = await ask('GET', path);
    const line = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
    const rows = comments.map(({ id, author, text }) => {
      const approve = line('button', `Approve ${author}`);
      approve.type = 'button';
      approve.onclick = async () => {
        await ask('PATCH', `${path}/${id}`, { approved: true });
        await this.update({ bucket }, { ask });
      };
      const row = line('p', `${author}: ${text} `);
      row.append(approve);
      return row;
    });
    this.replaceChildren(line('p', `${total} waiting`), ...rows);
  }
}
