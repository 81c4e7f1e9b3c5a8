/** Whether the status of a response is 2xx. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether the status of a response is 3xx. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Whether another attempt can succeed after a response with this status. */
export const isTransientStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500;
