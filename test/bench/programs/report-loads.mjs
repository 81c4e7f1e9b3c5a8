/** The hook of loaded-files.mjs, in a separate thread: sends the URL of each module that is loaded. */
let port;

export function initialize(data) {
  port = data.port;
}

export function load(url, context, nextLoad) {
  port.postMessage(url);
  return nextLoad(url, context);
}
