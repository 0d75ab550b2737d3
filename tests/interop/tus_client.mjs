// Drives tus-js-client: node tus_client.mjs upload|post|abort|resume|terminate <endpoint> <write key> <bytes> [<address of the upload>]
// Prints one line of JSON: the upload's address, the media's id, the offset that it went on from.
import * as tus from 'tus-js-client';

const [command, endpoint, key, bytesText, address] = process.argv.slice(2);
const bytes = Buffer.alloc(Number(bytesText));
for (let n = 0; n < bytes.length; ++n) bytes[n] = (n * 31) % 251;

let begin = null;
let media = null;

function print(upload) {
    console.log(JSON.stringify({ path: new URL(upload.url).pathname, begin, media }));
}

const upload = new tus.Upload(bytes, {
    endpoint,
    uploadUrl: address ? new URL(address, endpoint).href : null,
    headers: { Authorization: `Bearer ${key}` },
    metadata: {
        filename: 'große Datei.bin',
        filetype: 'model/x-test',
        metadata: JSON.stringify({ alt: 'Ä' }),
    },
    chunkSize: 256 * 1024,
    uploadDataDuringCreation: command === 'upload',
    overridePatchMethod: command === 'post',
    retryDelays: [100, 200, 400],
    onAfterResponse(request, response) {
        if (request.getMethod() === 'HEAD') begin = Number(response.getHeader('Upload-Offset'));
        media = response.getHeader('Inkwell-Media-Id') ?? media;
    },
    async onChunkComplete(size, sent) {
        if ((command !== 'abort' && command !== 'terminate') || sent < bytes.length / 2) return;
        await upload.abort(command === 'terminate');
        print(upload);
    },
    onSuccess: () => print(upload),
    onError(error) {
        console.error(String(error));
        process.exit(1);
    },
});
upload.start();
