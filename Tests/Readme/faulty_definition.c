/* Linked with -Wl,--wrap=sfsm_builder_build: adds a row that is at fault to whatever a program builds. */
#include <swiftfsm.h>

sfsm_status __real_sfsm_builder_build(sfsm_builder *builder, sfsm_table **out_table, sfsm_diagnostics **out_diagnostics);
sfsm_status __wrap_sfsm_builder_build(sfsm_builder *builder, sfsm_table **out_table, sfsm_diagnostics **out_diagnostics);

sfsm_status __wrap_sfsm_builder_build(sfsm_builder *builder, sfsm_table **out_table, sfsm_diagnostics **out_diagnostics) {
    sfsm_builder_add_row(builder, SFSM_SAME, 1, 0, NULL);
    return __real_sfsm_builder_build(builder, out_table, out_diagnostics);
}
