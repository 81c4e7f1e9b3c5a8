import type { ServiceRequestListItem } from "../../../generated/supplier/models.js";

/** What every change of a watch has. */
interface AnyChange {
  /** The id of the request. */
  readonly id: string;
  /**
   * Where the watch stands with this change and all before it: keep it when the change is processed, and begin with it
   * after a restart. It can be read at any time, and is written when it is read. It grows with the number of open
   * requests, by some 50 characters for each, and takes about 2 ms for 5000 of them: at a first poll with so many, you
   * may keep one now and then, if it does no harm to process the changes since once more. It holds ids and hashes,
   * nothing personal.
   */
  readonly cursor: string;
}

/** One change of the list of open requests. */
export type RequestChange = AnyChange &
  (
    | {
        /** `new`: it was not in the list before; `changed`: something that the list shows of it is different. */
        readonly type: "new" | "changed";
        /** The request in brief, as it is now. */
        readonly request: ServiceRequestListItem;
      }
    | {
        /** It has left the list: archived, or a draft that was deleted. */
        readonly type: "gone";
        /** The request as it was last seen; undefined if that was before a restart. */
        readonly request: ServiceRequestListItem | undefined;
      }
  );
