/** A peer by its name, looked up from here and not from where the caller stands. */
export const peer = (name) => import(name);
