// Follows a stream of changes with the npm package eventsource: node eventsource_client.mjs <address>
// Writes a line to standard error for each event, and ends when an object is deleted.
import { EventSource } from 'eventsource';

const [address] = process.argv.slice(2);
const source = new EventSource(address, {
    fetch(input, init) {
        console.error(`connects ${init.headers['Last-Event-ID'] ? 'with' : 'without'} a Last-Event-ID`);
        return fetch(input, init);
    },
});
source.onerror = (event) => {
    if (source.readyState !== EventSource.CLOSED) return;
    console.error(`is refused: ${event.code}`);
    process.exit(1);
};
for (const name of ['ready', 'reset', 'object.created', 'object.edited', 'object.deleted']) {
    source.addEventListener(name, (event) => {
        const { id } = JSON.parse(event.data);
        console.error(id ? `${name} ${id}` : name);
        if (name !== 'object.deleted') return;
        source.close();
    });
}
