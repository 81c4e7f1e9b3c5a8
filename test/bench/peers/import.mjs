/** Imports a peer by its name, resolved from this folder and not from that of the caller. */
export const importPeer = (name) => import(name);
