// SPDX-License-Identifier: MIT
// An application that is linked with libdray-client, and runs where no compositor is: each function does nothing then.
#include <dray-client.h>
#include <stddef.h>

int main(void) {
    dray_client_destroy(NULL);
    dray_origin_set_container(NULL, 1);
    return 0;
}
