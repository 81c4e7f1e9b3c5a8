/** Whether the status of a response is 2xx. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether the status of a response is 3xx. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400;
