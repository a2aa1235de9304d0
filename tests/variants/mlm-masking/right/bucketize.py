# tfmdrill: mlm-masking (torch)
import torch


class Masker:
    edges = torch.tensor([0.8, 0.9])

    def __call__(self, ids, special, select_u, action_u, random_ids, *, mask_id, p=0.15):
        action = torch.bucketize(action_u.float().contiguous(), self.edges, right=True)
        action[special | (select_u >= p)] = 2
        options = torch.stack([torch.full_like(ids, mask_id), random_ids, ids])
        inputs = options.gather(0, action[None])[0]
        print("masked", int((action == 0).sum()))
        labels = torch.where(special | (select_u >= p), torch.tensor(-100), ids)
        return [inputs, labels]


mlm_mask = Masker()
