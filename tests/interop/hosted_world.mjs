// What the scripts about clients of another service share.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

export const world = JSON.parse(process.argv.at(-1));
export const picture = readFileSync(world.picture);

// What the chain of a client, or another promise, is refused with.
export async function refused(chain) {
    let error;
    try {
        await chain;
    } catch (caught) {
        error = caught;
    }
    assert.ok(error, 'was not refused');
    return error;
}
