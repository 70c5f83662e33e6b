import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file in an archive. */
export interface ZippedFile {
  path: string;
  /** Returns the text of the file. Called when the file is written to the archive. */
  read(): Iterable<string> | AsyncIterable<string>;
}

/**
 * Writes a ZIP archive, one file after the other, as fast as the stream is read. If a file cannot be read, the stream is
 * aborted, so that a partial archive is not mistaken for a complete one.
 * @param options.mtime the modification time of all files
 */
export function writeZip(files: Iterable<ZippedFile>, { mtime }: { mtime: Date }): Readable {
  const zip = new ZipFile();
  const body = new PassThrough();
  let current: Readable | undefined;
  for (const { path, read } of files) {
    zip.addReadStreamLazy(path, { mtime }, (done) => {
      current = Readable.from(read(), { objectMode: false });
      // yazl does not listen to the errors of such streams.
      current.once('error', (error) => body.destroy(error));
      done(null, current);
    });
  }
  zip.end();
  zip.on('error', (error: Error) => body.destroy(error));
  body.once('close', () => current?.destroy());
  pipeline(zip.outputStream, body, () => undefined);
  return body;
}
