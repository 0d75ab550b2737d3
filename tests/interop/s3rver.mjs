// The npm package s3rver, with its own arguments, and one fault of it mended. It answers a PUT when it has read the body,
// not when it has written the file; a GET behind it can find nothing, or a part. S3 promises read-after-write.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { finished } from 'node:stream/promises';

const require = createRequire(import.meta.url);
const files = require('fs-extra');
const Store = require('s3rver/lib/stores/filesystem');

const writing = new AsyncLocalStorage();
const { createWriteStream } = files;
files.createWriteStream = (...args) => {
  const stream = createWriteStream(...args);
  writing.getStore()?.push(finished(stream));
  return stream;
};

for (const name of ['putObject', 'putPart']) {
  const put = Store.prototype[name];
  Store.prototype[name] = function (...args) {
    const written = [];
    return writing.run(written, async () => {
      const answer = await put.apply(this, args);
      await Promise.all(written);
      return answer;
    });
  };
}

require('s3rver/bin/s3rver.js');
