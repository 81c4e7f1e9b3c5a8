/** A GUID need not be one of the versions that RFC 9562 knows. */
export const guidPattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$";
