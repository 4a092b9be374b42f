#include "providers.h"

int32_t ask(const sfsm_step *step, void *context) {
    const service *const service = context;
    trace_note(step->context, "%s", service->words);
    return service->answer;
}

void provide_from(sfsm_builder *builder, int32_t predicate, service *service) {
    assert_status(sfsm_builder_set_provider(builder, predicate, ask, service, NULL), SFSM_OK);
}

void provide_all(sfsm_builder *builder, services *services) {
    provide_from(builder, WEATHER, &services->weather);
    provide_from(builder, REWARD, &services->reward);
    provide_from(builder, POLICY, &services->policy);
}
